import type { FastifyPluginAsync } from 'fastify'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { confirmOrder } from '#server/checkout/confirm-order.ts'
import { confirmPayment } from '#server/checkout/confirm-payment.ts'
import { gatewayReturns } from '#server/checkout/gateway-returns.ts'
import { createQuestionPace } from '#server/checkout/question-pace.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { gatewayRoutes } from '#server/payments/gateways/gateway-routes.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'

/** Routes of the return from a gateway and of the success page. */
export function confirmationRoutes(deps: PaymentContext & { readonly publicUrl: string }): FastifyPluginAsync {
	const pace = createQuestionPace(deps.clock)
	return async (app) => {
		for (const name of gatewayMethods) {
			const { status, orderStatus } = gatewayRoutes[name]
			handle(app, status.endpoint, async ({ query }) => {
				const hint = status.hint(query)
				return unwrap(await confirmPayment(deps, name, hint, { mayPoll: (attempt) => pace.mayPoll(attempt, hint) }))
			})
			if (!orderStatus) continue
			handle(app, orderStatus.endpoint, async ({ query }) =>
				unwrap(await confirmOrder(deps, orderStatus.orderId(query), name)),
			)
		}
		await app.register(gatewayReturns({ ...deps, pace }))
	}
}
