import { z } from 'zod'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { estados } from '#modules/orders/estado.ts'
import { metodosPago } from '#modules/orders/metodo-pago.ts'
import { orderMoney } from '#modules/orders/shapes/order-money.ts'
import { estadosEntrega, motivosNoEntrega, pasosSiguientes } from '#modules/rounds/delivery-state.ts'
import { receptorAnswer } from '#modules/tax-documents/shapes/receptor.ts'
import { orderDocument } from '#modules/tax-documents/shapes/tax-document.ts'

export const orderLine = z.object({
	nombre: z.string(),
	sku: z.string(),
	color: z.string(),
	precio: z.int(),
	cantidad: z.int(),
	imagen: z.string(),
})

/** An event of an order: its creation, a proof, or a new `estado`. */
const orderEvent = z.object({
	created_at: z.string(),
	tipo: z.enum(['creada', 'comprobante', 'estado']),
	estado: z.enum(estados).nullable(),
})
export type OrderEvent = z.infer<typeof orderEvent>

/** The delivery state of an order, without data of the round's other customers. */
const ownDelivery = z.object({
	estado: z.enum(estadosEntrega),
	desde: z.string().nullable().describe('on its way: the hour in which it comes'),
	hasta: z.string().nullable(),
	hecha_at: z.string().nullable().describe('time of the hand-over, or of the failed attempt'),
	motivo: z.enum(motivosNoEntrega).nullable(),
	sigue: z.enum(pasosSiguientes).nullable().describe('next step after a failed attempt'),
	hora_at: z.string().nullable().describe('of a pickup: the hour agreed with its customer'),
	codigo: z.string().nullable().describe('of a pickup: the code that its customer shows; null once it is handed over'),
})
export type OwnDelivery = z.infer<typeof ownDelivery>

/** An order for its customer, in the profile and behind the signed link of its mails. */
export const profileOrder = z.object({
	id: z.uuid(),
	nro_orden: z.int(),
	estado: z.enum(estados),
	user: z.int().nullable(),
	total: z.int(),
	...orderMoney,
	subtotal: z.int(),
	despacho: z.int(),
	descuento: z.int(),
	metodo_pago: z.enum(metodosPago),
	tipo_entrega: z.enum(tiposEntrega),
	direccion: z.string(),
	telefono: z.string(),
	estacion_retiro: z.string().nullable().describe('pickup place as shown before paying'),
	horario_retiro: z.string().nullable(),
	plazo_entrega: z.string().nullable().describe('delivery term as shown before paying'),
	entrega: ownDelivery.nullable().describe('null while unpaid, or when cancelled'),
	created_at: z.string(),
	pagable_hasta: z
		.string()
		.nullable()
		.describe('of one that failed: until when it can be paid again at its price; null: not, or not any more'),
	carrito: z.array(orderLine),
	comprobantes: z.array(z.string()).describe('the file names of the proofs, oldest first'),
	comprobantes_descarga: z.array(z.string()).describe('links that expire, one a file, in the same order'),
	comprobante_rechazado: z.string().nullable().describe('why the shop needs another proof; null: it does not'),
	receptor: receptorAnswer.nullable().describe('recipient of its document; null for an anonymous boleta'),
	documentos: z.array(orderDocument).describe('its tax documents, oldest first'),
	historia: z.array(orderEvent).describe('what happened to the order, oldest first'),
})
export type ProfileOrder = z.infer<typeof profileOrder>
