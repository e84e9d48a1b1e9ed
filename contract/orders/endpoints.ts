import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { checkoutOptions } from '#contract/orders/checkout-options.ts'
import { confirmationAnswer, orderIdQuery } from '#contract/orders/confirm-order.ts'
import { placeOrderAnswer, placeOrderRequest } from '#contract/orders/place-order.ts'
import { trackOrderAnswer } from '#contract/orders/track-order.ts'
import { validateCouponAnswer, validateCouponRequest } from '#contract/orders/validate-coupon.ts'

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

export const showDocument = endpoint({
	...byLink,
	method: 'GET',
	path: '/api/documentos/:token',
	description: 'A tax document as PDF or XML.',
	answer: z.any().describe('the file'),
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
