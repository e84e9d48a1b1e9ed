import { z } from 'zod'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { confirmationParts } from '#modules/order-shapes.ts'
import { estados } from '#modules/orders/estado.ts'
import { orderLine } from '#modules/orders/shapes/own-order.ts'
import { paymentDetails } from '#modules/payments/shapes/payment-details.ts'

/**
 * The answer of every success check; lines of `message` are separated by line feeds. The page empties the cart by
 * `estado`. Contains lines and delivery, but no personal data, as no session is required.
 */
export const confirmationAnswer = z.object({
	message: z.string(),
	estado: z.enum(estados),
	orden_id: z.uuid(),
	nro_orden: z.int(),
	pagable_hasta: z.string().nullable().describe('of one that failed: until when it can be paid again at its price'),
	comprobante_rechazado: z.string().nullable().describe('why the shop needs another proof; null: it does not'),
	despacho: z.int(),
	descuento: z.int(),
	total: z.int(),
	tipo_entrega: z.enum(tiposEntrega),
	carrito: z.array(orderLine),
	...confirmationParts,
	pago: paymentDetails.nullable().describe('how it was paid; null where no gateway’s payment pays it'),
})
export type ConfirmationAnswer = z.infer<typeof confirmationAnswer>

/** The query of Mercado Pago's return, whose absent values are the text `null`. */
export const gatewayReturnQuery = z.looseObject({
	external_reference: z.string().max(200).optional(),
	payment_id: z.string().max(100).optional(),
})

export const orderIdQuery = z.object({ orden_id: z.string().max(100) })

export const flowTokenQuery = z.object({ token: z.string().max(200) })
export const flowMessageQuery = z.object({ nro_orden: z.string().max(100) })
