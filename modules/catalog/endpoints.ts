import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { availabilityAnswer, refreshCartAnswer, refreshCartRequest } from '#modules/catalog/shapes.ts'

const about = { tag: 'catálogo', caller: 'anyone' } as const

/** Units in stock by colour, and the maximum of units per order. */
export const readAvailability = endpoint({
	...about,
	method: 'GET',
	path: '/api/products/:sku/availability',
	params: z.object({ sku: z.string() }),
	answer: availabilityAnswer,
})

/** Current price and stock of each line; unknown products are omitted. */
export const refreshCart = endpoint({
	...about,
	method: 'POST',
	path: '/api/cart/refresh/',
	body: refreshCartRequest,
	answer: refreshCartAnswer,
})
