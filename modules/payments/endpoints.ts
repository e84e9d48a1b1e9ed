import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import {
	confirmationAnswer,
	flowMessageQuery,
	flowTokenQuery,
	gatewayReturnQuery,
	orderIdQuery,
} from '#modules/checkout/shapes/confirm-order.ts'
import { uploadProofAnswer } from '#modules/payments/shapes/upload-proof.ts'

const about = { tag: 'pagos', caller: 'anyone' } as const
const status = { ...about, method: 'GET', limits: ['estado_pago'], answer: confirmationAnswer } as const

export const confirmMercadopago = endpoint({ ...status, path: '/api/pago_exitoso/', query: gatewayReturnQuery })

export const confirmFlow = endpoint({ ...status, path: '/api/flow/status/', query: flowTokenQuery })

export const confirmWebpay = endpoint({ ...status, path: '/api/webpay/status/', query: orderIdQuery })

/** The state of an order paid with Flow, without a call to Flow. */
export const confirmFlowOrder = endpoint({
	tag: 'órdenes',
	caller: 'anyone',
	method: 'GET',
	path: '/api/flow/message/',
	query: flowMessageQuery,
	answer: confirmationAnswer,
})

/** Redirects the browser on its return from a gateway, mostly by a POST, to the confirmation of its order. */
const gatewayReturn = { ...about, method: 'POST', hidden: true, answer: z.null() } as const

export const returnFromFlow = endpoint({ ...gatewayReturn, path: '/api/retorno/flow/' })

export const returnFromWebpay = endpoint({ ...gatewayReturn, path: '/api/retorno/webpay/' })

export const notifyPayment = endpoint({
	...about,
	method: 'POST',
	path: '/api/webhooks/:gateway/',
	limits: ['webhooks'],
	params: z.object({ gateway: z.enum(['mercadopago', 'flow']) }),
	answer: z.object({ received: z.literal(true) }),
})

/** The form has `orden_id` and `comprobante`, the picture. */
export const uploadProof = endpoint({
	...about,
	method: 'POST',
	path: '/api/subir_comprobante/',
	description: 'Con `orden_id` antes que `comprobante`, la orden se revisa antes de leer la imagen.',
	limits: ['comprobante'],
	form: true,
	answer: uploadProofAnswer,
})

export const showProof = endpoint({
	...about,
	method: 'GET',
	path: '/api/comprobantes/:token',
	summary: 'La imagen de un comprobante, con su enlace firmado',
	produces: ['image/webp'],
	params: z.object({ token: z.string().max(500) }),
	answer: z.any().describe('La imagen'),
})
