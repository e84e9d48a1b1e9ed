import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { confirmationAnswer } from '#contract/orders/confirm-order.ts'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { confirmOrder } from '#server/checkout/confirm-order.ts'
import { confirmPayment } from '#server/checkout/confirm-payment.ts'
import { gatewayReturns } from '#server/checkout/gateway-returns.ts'
import { createQuestionPace } from '#server/checkout/question-pace.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { gatewayRoutes } from '#server/payments/gateways/gateway-routes.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'

interface ConfirmationRoutesDeps extends PaymentContext {
	readonly limits: RateLimits
	readonly publicUrl: string
}

/** Back from a gateway: its return to the shop, and what the success page asks about the order. */
export function confirmationRoutes(deps: ConfirmationRoutesDeps): FastifyPluginAsyncZod {
	const response = { 200: confirmationAnswer, ...errorAnswers }
	const preHandler = deps.limits.limit('estado_pago')
	const pace = createQuestionPace(deps.clock)
	return async (app) => {
		for (const name of gatewayMethods) {
			const { status, orderStatus } = gatewayRoutes[name]
			const { url, querystring, hint } = status
			app.get(url, { schema: { tags: ['pagos'], querystring, response }, preHandler }, async ({ query }) => {
				const asked = hint(query)
				return unwrap(await confirmPayment(deps, name, asked, { mayAsk: (attempt) => pace.mayAsk(attempt, asked) }))
			})
			if (!orderStatus) continue
			app.get(
				orderStatus.url,
				{ schema: { tags: ['órdenes'], querystring: orderStatus.querystring, response } },
				async ({ query }) => unwrap(await confirmOrder(deps, orderStatus.orderId(query), name)),
			)
		}
		await app.register(gatewayReturns({ ...deps, pace }))
	}
}
