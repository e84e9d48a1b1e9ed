import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import {
	checkoutOptions,
	confirmationAnswer,
	flowMessageQuery,
	flowTokenQuery,
	gatewayReturnQuery,
	orderIdQuery,
	placeOrderRequest,
	validateCouponAnswer,
	validateCouponRequest,
} from '#modules/checkout/shapes.ts'
import { placeOrderHeaders } from '#modules/lists/shapes.ts'
import { payableOrder } from '#modules/orders/shapes.ts'

const tag = 'órdenes'
const ofCustomer = { tag, caller: 'customer', freshProof: false, method: 'POST' } as const

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
	headers: placeOrderHeaders.extend({ 'idempotency-key': z.string().min(1).max(200).optional() }),
	body: placeOrderRequest,
	answer: payableOrder,
})

/** Whether a discount code applies to a cart. Fails with `cupon_invalido` for every reason. */
export const validateCoupon = endpoint({
	...ofCustomer,
	path: '/api/cupones/validar/',
	limits: ['cupon'],
	body: validateCouponRequest,
	answer: validateCouponAnswer,
})

const confirmation = { tag, caller: 'anyone', method: 'GET', answer: confirmationAnswer } as const

export const confirmTransferOrder = endpoint({
	...confirmation,
	path: '/api/orden_transferencia_exitosa/',
	query: orderIdQuery,
})

export const confirmCashOrder = endpoint({ ...confirmation, path: '/api/orden_efectivo_exitosa/', query: orderIdQuery })

/** The state of an order paid with Flow, without a call to Flow. */
export const confirmFlowOrder = endpoint({ ...confirmation, path: '/api/flow/message/', query: flowMessageQuery })

const paymentStatus = { ...confirmation, tag: 'pagos', limits: ['estado_pago'] } as const

export const confirmMercadopago = endpoint({ ...paymentStatus, path: '/api/pago_exitoso/', query: gatewayReturnQuery })

export const confirmFlow = endpoint({ ...paymentStatus, path: '/api/flow/status/', query: flowTokenQuery })

export const confirmWebpay = endpoint({ ...paymentStatus, path: '/api/webpay/status/', query: orderIdQuery })
