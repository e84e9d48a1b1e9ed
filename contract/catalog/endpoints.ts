import { z } from 'zod'
import { refreshCartAnswer, refreshCartRequest } from '#contract/cart/refresh-cart.ts'
import { availabilityAnswer } from '#contract/catalog/availability.ts'
import { endpoint } from '#contract/endpoint.ts'
import { reportedSteps } from '#domain/staff/funnel.ts'

const about = { tag: 'catálogo', caller: 'anyone' } as const

/** Units in stock by colour, and how many units one order may have. */
export const readAvailability = endpoint({
	...about,
	method: 'GET',
	path: '/api/products/:sku/availability',
	params: z.object({ sku: z.string() }),
	answer: availabilityAnswer,
})

/** Today's price and stock of each line; products that the shop does not sell are left out. */
export const refreshCart = endpoint({
	...about,
	method: 'POST',
	path: '/api/cart/refresh/',
	body: refreshCartRequest,
	answer: refreshCartAnswer,
})

/** Counts a step towards an order. Nothing else is sent, so that nothing else can be counted. */
export const reportStep = endpoint({
	...about,
	method: 'POST',
	path: '/api/pasos/',
	limits: ['pasos'],
	body: z.strictObject({ paso: z.enum(reportedSteps) }),
	status: 204,
	answer: z.null(),
})
