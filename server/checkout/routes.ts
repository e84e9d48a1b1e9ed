import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { checkoutOptions } from '#contract/orders/checkout-options.ts'
import { confirmationAnswer, orderIdQuery } from '#contract/orders/confirm-order.ts'
import { placeOrderAnswer, placeOrderRequest } from '#contract/orders/place-order.ts'
import { validateCouponAnswer, validateCouponRequest } from '#contract/orders/validate-coupon.ts'
import type { Guard } from '#server/accounts/guard.ts'
import { answerPlaced } from '#server/checkout/answer-placed.ts'
import { confirmOrder } from '#server/checkout/confirm-order.ts'
import { payAgain } from '#server/checkout/pay-again.ts'
import { type PlaceOrderDeps, placeOrder } from '#server/checkout/place-order.ts'
import { readCheckoutOptions } from '#server/checkout/read-checkout-options.ts'
import { trackingRoutes } from '#server/checkout/tracking-routes.ts'
import { validateCoupon } from '#server/checkout/validate-coupon.ts'
import { sharedNetworkOf } from '#server/http/network-of.ts'
import { byAccount, type RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'

const maxKeyCharacters = 200

export interface OrderRoutesDeps extends PlaceOrderDeps, PaymentContext {
	readonly guard: Guard
	readonly limits: RateLimits
	readonly log: PaymentContext['log']
	readonly mapAttribution: string
}

/** Checkout: what it needs to know, creating an order, paying it again, and how it stands afterwards. */
export function orderRoutes(deps: OrderRoutesDeps): FastifyPluginAsyncZod {
	const { guard, limits } = deps

	return async (app) => {
		await app.register(trackingRoutes(deps))
		await app.register(offlineConfirmations(deps))
		await app.register(couponRoute(deps))
		await app.register(payAgainRoute(deps))
		app.get(
			'/api/checkout',
			{ schema: { tags: ['órdenes'], response: { 200: checkoutOptions, ...errorAnswers } } },
			async () => await readCheckoutOptions(deps, deps.clock.now()),
		)

		app.post(
			'/api/crear_orden',
			{
				schema: {
					tags: ['órdenes'],
					security: [{ bearer: [] }],
					headers: z.looseObject({ 'idempotency-key': z.string().min(1).max(maxKeyCharacters).optional() }),
					body: placeOrderRequest,
					response: { 200: placeOrderAnswer, ...errorAnswers },
				},
				onRequest: guard.requireCustomer,
				preHandler: [
					limits.limit('crear_orden', byAccount),
					limits.limit('cupon', { ...byAccount, when: hasCoupon }),
					limits.limit('orden_red', { account: ({ ip }) => sharedNetworkOf(ip) ?? undefined }),
				],
			},
			async (request) => {
				const placed = await placeOrder(deps, request.usuario, request.body, {
					key: request.headers['idempotency-key'],
					ip: request.ip,
				})
				return unwrap(await answerPlaced(deps, unwrap(placed), request.usuario.id))
			},
		)
	}
}

/** Paying again an order that waits or failed. */
function payAgainRoute(deps: OrderRoutesDeps): FastifyPluginAsyncZod {
	const { guard, limits } = deps
	return async (app) => {
		app.post(
			'/api/ordenes/:id/pagar',
			{
				schema: {
					tags: ['órdenes'],
					security: [{ bearer: [] }],
					params: z.object({ id: z.string().max(100) }),
					response: { 200: placeOrderAnswer, ...errorAnswers },
				},
				onRequest: guard.requireCustomer,
				preHandler: limits.limit('crear_orden', byAccount),
			},
			async (request) => unwrap(await payAgain(deps, { usuario_id: request.usuario.id }, request.params.id)),
		)
	}
}

/** What a discount code takes off. */
function couponRoute(deps: OrderRoutesDeps): FastifyPluginAsyncZod {
	const { guard, limits } = deps
	return async (app) => {
		app.post(
			'/api/cupones/validar',
			{
				schema: {
					tags: ['órdenes'],
					security: [{ bearer: [] }],
					body: validateCouponRequest,
					response: { 200: validateCouponAnswer, ...errorAnswers },
				},
				onRequest: guard.requireCustomer,
				preHandler: limits.limit('cupon', byAccount),
			},
			async (request) => unwrap(await validateCoupon(deps, request.usuario, request.body)),
		)
	}
}

/** How an order stands that is paid without a gateway. */
function offlineConfirmations(deps: OrderRoutesDeps): FastifyPluginAsyncZod {
	return async (app) => {
		for (const metodo of ['transferencia', 'efectivo'] as const) {
			app.get(
				`/api/orden_${metodo}_exitosa`,
				{
					schema: {
						tags: ['órdenes'],
						querystring: orderIdQuery,
						response: { 200: confirmationAnswer, ...errorAnswers },
					},
				},
				async ({ query }) => unwrap(await confirmOrder(deps, query.orden_id, metodo)),
			)
		}
	}
}

function hasCoupon(request: { body?: unknown }): boolean {
	const { body } = request
	return typeof body === 'object' && body !== null && 'cupon' in body && String(body.cupon ?? '').trim() !== ''
}
