import { eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { refuse } from '#core/contract/failure.ts'
import { sharedNetworkOf } from '#core/server/http/addresses.ts'
import { handle } from '#core/server/http/handle.ts'
import { byAccount } from '#core/server/http/limits.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { noteMailRead } from '#modules/accounts/server/account-mails.ts'
import * as endpoints from '#modules/checkout/endpoints.ts'
import { cancelOwnOrder } from '#modules/checkout/server/cancel-own.ts'
import { readCheckoutOptions, validateCoupon } from '#modules/checkout/server/checkout-options.ts'
import { confirmOrder } from '#modules/checkout/server/confirm-order.ts'
import { answerPlaced, type PayAgainDeps, payAgain } from '#modules/checkout/server/pay-again.ts'
import { placeOrder } from '#modules/checkout/server/place-order.ts'
import type { PlaceOrderDeps } from '#modules/checkout/server/write-order.ts'
import { cancelOrder, payOrder, payTrackedOrder, trackOrder } from '#modules/orders/endpoints.ts'
import { readOrderLink } from '#modules/orders/server/order-links.ts'
import { readOrders } from '#modules/orders/server/read-orders.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

interface OrderRoutesDeps extends PlaceOrderDeps, PaymentContext {
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
				const placed = await placeOrder(deps, usuario, body, { headers, ip })
				return await answerPlaced(deps, placed, usuario.id)
			},
			{
				limits: {
					cupon: { ...byAccount, when: hasCoupon },
					orden_red: { account: ({ ip }) => sharedNetworkOf(ip) ?? undefined },
				},
			},
		)
		handle(app, payOrder, ({ usuario, params, body }) =>
			payAgain(deps, { usuario_id: usuario.id }, params.id, body?.metodo_pago),
		)
		handle(app, cancelOrder, async ({ usuario, params }) => {
			await cancelOwnOrder(deps, usuario.id, params.id)
			return await readOne(deps, params.id)
		})
		handle(app, endpoints.validateCoupon, ({ usuario, body }) => validateCoupon(deps, usuario, body))
		handle(app, endpoints.confirmTransferOrder, ({ query }) => confirmOrder(deps, query.orden_id, 'transferencia'))
		handle(app, endpoints.confirmCashOrder, ({ query }) => confirmOrder(deps, query.orden_id, 'efectivo'))
	}
}

async function readOne(deps: Pick<PayAgainDeps, 'db' | 'clock'> & { signer: Signer }, id: string) {
	const [order] = await readOrders(deps, eq(ordenes.id, id))
	return order ?? refuse('orden_desconocida')
}

function hasCoupon(request: { body?: unknown }): boolean {
	const { body } = request
	return typeof body === 'object' && body !== null && 'cupon' in body && String(body.cupon ?? '').trim() !== ''
}

/** Routes of an order's own page for the holder of the mailed, signed link: state and payment. */
function trackingRoutes(deps: PayAgainDeps & { signer: Signer }): FastifyPluginAsync {
	const linked = (token: string) => readOrderLink(deps, token) ?? refuse('enlace_vencido')

	return async (app) => {
		handle(app, trackOrder, async ({ params }) => {
			const { orden_id, isMailed } = linked(params.token)
			const order = await readOne(deps, orden_id)
			if (isMailed) await noteMailRead(deps.db, orden_id, deps.clock.now())
			return order
		})
		handle(app, payTrackedOrder, async ({ params, body }) =>
			payAgain(deps, 'enlace', linked(params.token).orden_id, body?.metodo_pago),
		)
	}
}
