import { z } from 'zod'
import { refreshCartAnswer, refreshCartRequest } from '#contract/cart/refresh-cart.ts'
import { availabilityAnswer } from '#contract/catalog/availability.ts'
import { endpoint } from '#contract/endpoint.ts'
import { reportedSteps } from '#domain/staff/funnel.ts'

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

/** Counts a step of the funnel. The request has no other data. */
export const reportStep = endpoint({
	...about,
	method: 'POST',
	path: '/api/pasos/',
	limits: ['pasos'],
	body: z.strictObject({ paso: z.enum(reportedSteps) }),
	status: 204,
	answer: z.null(),
})
