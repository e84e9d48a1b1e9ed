import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { refreshCartAnswer, refreshCartRequest } from '#contract/cart/refresh-cart.ts'
import { availabilityAnswer } from '#contract/catalog/availability.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { readAvailability, refreshCart } from '#server/catalog/read-catalog.ts'
import type { Database } from '#server/db/database.ts'
import { unwrap } from '#server/http/unwrap.ts'

/** What anybody may ask about the product: stock by colour, and today's prices of a cart. */
export function catalogRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/products/:sku/availability',
			{
				schema: {
					tags: ['catálogo'],
					params: z.object({ sku: z.string() }),
					response: { 200: availabilityAnswer, ...errorAnswers },
				},
			},
			async ({ params }) => unwrap(await readAvailability(db, params.sku)),
		)
		app.post(
			'/api/cart/refresh',
			{
				schema: { tags: ['catálogo'], body: refreshCartRequest, response: { 200: refreshCartAnswer, ...errorAnswers } },
			},
			async ({ body }) => await refreshCart(db, body),
		)
	}
}
