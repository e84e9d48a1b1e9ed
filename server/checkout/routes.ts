import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/orders/endpoints.ts'
import { answerPlaced } from '#server/checkout/answer-placed.ts'
import { confirmOrder } from '#server/checkout/confirm-order.ts'
import { payAgain } from '#server/checkout/pay-again.ts'
import { type PlaceOrderDeps, placeOrder } from '#server/checkout/place-order.ts'
import { readCheckoutOptions } from '#server/checkout/read-checkout-options.ts'
import { trackingRoutes } from '#server/checkout/tracking-routes.ts'
import { validateCoupon } from '#server/checkout/validate-coupon.ts'
import { handle } from '#server/http/handle.ts'
import { sharedNetworkOf } from '#server/http/network-of.ts'
import { byAccount } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'

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
		handle(app, endpoints.payOrder, async ({ usuario, params }) =>
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
