import { eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { fail } from '#contract/failure.ts'
import { placeOrderAnswer } from '#contract/orders/place-order.ts'
import { trackOrderAnswer } from '#contract/orders/track-order.ts'
import { type PayAgainDeps, payAgain } from '#server/checkout/pay-again.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { FailureAnswer, unwrap } from '#server/http/unwrap.ts'
import { noteMailRead } from '#server/mail/proved-address.ts'
import { readOrderLink } from '#server/orders/order-link.ts'
import { readOrders } from '#server/orders/read-orders.ts'
import type { Signer } from '#server/platform/signing.ts'

/** An order's own page, for whoever holds the signed link that its mails carry: how it stands, and paying it. */
export function trackingRoutes(deps: PayAgainDeps & { signer: Signer; limits: RateLimits }): FastifyPluginAsyncZod {
	const params = z.object({ token: z.string().max(1000) })
	const idOf = (token: string) => {
		const orden_id = readOrderLink(deps, token)
		if (!orden_id) throw new FailureAnswer(fail('enlace_vencido'))
		return orden_id
	}

	return async (app) => {
		app.get(
			'/api/orden/:token',
			{
				schema: { tags: ['órdenes'], params, response: { 200: trackOrderAnswer, ...errorAnswers } },
				preHandler: deps.limits.limit('seguimiento'),
			},
			async (request) => {
				const orden_id = idOf(request.params.token)
				const [order] = await readOrders(deps, eq(ordenes.id, orden_id))
				if (!order) throw new FailureAnswer(fail('orden_desconocida'))
				await noteMailRead(deps.db, orden_id, deps.clock.now())
				return order
			},
		)
		app.post(
			'/api/orden/:token/pagar',
			{
				schema: { tags: ['órdenes'], params, response: { 200: placeOrderAnswer, ...errorAnswers } },
				preHandler: deps.limits.limit('seguimiento'),
			},
			async (request) => unwrap(await payAgain(deps, 'enlace', idOf(request.params.token))),
		)
	}
}
