import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { checkoutOptions } from '#modules/checkout/shapes/checkout-options.ts'
import { confirmationAnswer, orderIdQuery } from '#modules/checkout/shapes/confirm-order.ts'
import { placeOrderAnswer, placeOrderRequest } from '#modules/checkout/shapes/place-order.ts'
import { validateCouponAnswer, validateCouponRequest } from '#modules/checkout/shapes/validate-coupon.ts'
import { trackOrderAnswer } from '#modules/orders/shapes/track-order.ts'

const tag = 'órdenes'
const ofCustomer = { tag, caller: 'customer', method: 'POST' } as const
const token = z.string().max(1000)
/** Calls with the signed link of a mail. */
const byLink = { tag, caller: 'anyone', limits: ['seguimiento'], params: z.object({ token }) } as const

/** The shop's configuration for the checkout and transfer pages. */
export const readCheckout = endpoint({
	tag,
	caller: 'anyone',
	method: 'GET',
	path: '/api/checkout/',
	answer: checkoutOptions,
})

/**
 * `total` is the amount shown: a different right total is answered 409 `total_cambio` with the parts in `totalChanged`,
 * and nothing is created.
 */
export const placeOrder = endpoint({
	...ofCustomer,
	path: '/api/crear_orden/',
	limits: ['crear_orden', 'cupon', 'orden_red'],
	headers: z.looseObject({ 'idempotency-key': z.string().min(1).max(200).optional() }),
	body: placeOrderRequest,
	answer: placeOrderAnswer,
})

/** Opens a payment for a waiting or failed order at its gateway. */
export const payOrder = endpoint({
	...ofCustomer,
	path: '/api/ordenes/:id/pagar/',
	limits: ['crear_orden'],
	params: z.object({ id: z.string().max(100) }),
	answer: placeOrderAnswer,
})

/** Whether a discount code applies to a cart. Fails with `cupon_invalido` for every reason. */
export const validateCoupon = endpoint({
	...ofCustomer,
	path: '/api/cupones/validar/',
	limits: ['cupon'],
	body: validateCouponRequest,
	answer: validateCouponAnswer,
})

export const trackOrder = endpoint({
	...byLink,
	method: 'GET',
	path: '/api/orden/:token/',
	answer: trackOrderAnswer,
})

export const payTrackedOrder = endpoint({
	...byLink,
	method: 'POST',
	path: '/api/orden/:token/pagar/',
	answer: placeOrderAnswer,
})

const confirmation = {
	tag,
	caller: 'anyone',
	method: 'GET',
	query: orderIdQuery,
	answer: confirmationAnswer,
} as const

export const confirmTransferOrder = endpoint({ ...confirmation, path: '/api/orden_transferencia_exitosa/' })

export const confirmCashOrder = endpoint({ ...confirmation, path: '/api/orden_efectivo_exitosa/' })
