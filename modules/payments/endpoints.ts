import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { estados } from '#modules/orders/estado.ts'

const about = { tag: 'pagos', caller: 'anyone' } as const

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
	answer: z.object({ message: z.string(), estado: z.enum(estados) }),
})
