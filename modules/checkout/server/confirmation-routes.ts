import type { FastifyPluginAsync } from 'fastify'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { confirmOrder } from '#modules/checkout/server/confirm-order.ts'
import { confirmPayment } from '#modules/checkout/server/confirm-payment.ts'
import { gatewayReturns } from '#modules/checkout/server/gateway-returns.ts'
import { gatewayRoutes } from '#modules/checkout/server/gateway-routes.ts'
import { createQuestionPace } from '#modules/checkout/server/question-pace.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

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
