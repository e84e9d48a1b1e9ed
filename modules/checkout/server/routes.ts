import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { sharedNetworkOf } from '#core/server/http/network-of.ts'
import { byAccount } from '#core/server/http/rate-limits.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import * as endpoints from '#modules/checkout/endpoints.ts'
import { answerPlaced } from '#modules/checkout/server/answer-placed.ts'
import { confirmOrder } from '#modules/checkout/server/confirm-order.ts'
import { payAgain } from '#modules/checkout/server/pay-again.ts'
import { type PlaceOrderDeps, placeOrder } from '#modules/checkout/server/place-order.ts'
import { readCheckoutOptions } from '#modules/checkout/server/read-checkout-options.ts'
import { trackingRoutes } from '#modules/checkout/server/tracking-routes.ts'
import { validateCoupon } from '#modules/checkout/server/validate-coupon.ts'
import { payOrder } from '#modules/orders/endpoints.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

export interface OrderRoutesDeps extends PlaceOrderDeps, PaymentContext {
	readonly log: PaymentContext['log']
	readonly mapAttribution: string
}

/** Routes of the checkout: its data, placing an order, paying it again, and its state afterwards. */
export function orderRoutes(deps: OrderRoutesDeps): FastifyPluginAsync {
	return async (app) => {
		await app.register(trackingRoutes(deps))
		handle(app, endpoints.readCheckout, async () => await readCheckoutOptions(deps, deps.clock.now()))
		handle(
			app,
			endpoints.placeOrder,
			async ({ usuario, headers, body, ip }) => {
				const placed = await placeOrder(deps, usuario, body, { key: headers['idempotency-key'], ip })
				return unwrap(await answerPlaced(deps, unwrap(placed), usuario.id))
			},
			{
				limits: {
					cupon: { ...byAccount, when: hasCoupon },
					orden_red: { account: ({ ip }) => sharedNetworkOf(ip) ?? undefined },
				},
			},
		)
		handle(app, payOrder, async ({ usuario, params }) =>
			unwrap(await payAgain(deps, { usuario_id: usuario.id }, params.id)),
		)
		handle(app, endpoints.validateCoupon, async ({ usuario, body }) =>
			unwrap(await validateCoupon(deps, usuario, body)),
		)
		handle(app, endpoints.confirmTransferOrder, async ({ query }) =>
			unwrap(await confirmOrder(deps, query.orden_id, 'transferencia')),
		)
		handle(app, endpoints.confirmCashOrder, async ({ query }) =>
			unwrap(await confirmOrder(deps, query.orden_id, 'efectivo')),
		)
	}
}

function hasCoupon(request: { body?: unknown }): boolean {
	const { body } = request
	return typeof body === 'object' && body !== null && 'cupon' in body && String(body.cupon ?? '').trim() !== ''
}
