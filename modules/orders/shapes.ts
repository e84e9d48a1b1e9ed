import { z } from 'zod'
import { gatewayMethods, metodosPago } from '#core/rules/payment-methods.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { ownOrderParts, type PrivateOrderParts, privateFields, privateOrderParts } from '#modules/lists/shapes.ts'
import { estados } from '#modules/orders/estado.ts'
import { dineros } from '#modules/orders/order-money.ts'
import { cardKinds, instalmentKinds } from '#modules/orders/payment-details.ts'

/** The fields about an order's money in every answer. */
export const orderMoney = {
	dinero: z.enum(dineros).describe('the state of its money'),
	devuelto: z.int().describe('CLP that the shop sent back to the customer'),
	devuelto_por_banco: z.int().describe('CLP that a dispute gave the customer; 0 while one is open'),
	por_devolver: z
		.int()
		.describe('pesos owed to the customer that were neither requested from a gateway nor noted by hand'),
}

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

/** A refund for the customer; a rejected one is not in the list, and its amount is owed again. */
const ownRefund = z.object({
	monto: z.int(),
	via: z.enum(metodosPago).describe('the gateway that makes it, or how staff made it'),
	estado: z.enum(['en_curso', 'hecha']),
	fecha: z.string().nullable().describe('day in Santiago on which it was made or requested; null: unknown'),
	aceptar_hasta: z.string().nullable().describe('until when the payer has to accept it; null: nothing to accept'),
})
export type OwnRefund = z.infer<typeof ownRefund>

/** An order for its customer, in the profile and behind the signed link of its mails. */
export const profileOrder = z.object({
	id: z.uuid(),
	nro_orden: z.int(),
	estado: z.enum(estados),
	user: z.int().nullable(),
	total: z.int(),
	...orderMoney,
	devoluciones: z.array(ownRefund).describe('oldest first'),
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
	llega_hasta: z
		.string()
		.nullable()
		.describe('last day on which it is delivered, in Santiago; null: none is promised, or it has passed'),
	...ownOrderParts,
	created_at: z.string(),
	pagable_hasta: z
		.string()
		.nullable()
		.describe('of one that failed: until when it can be paid again at its price; null: not, or not any more'),
	carrito: z.array(orderLine),
	comprobantes: z.array(z.string()).describe('the file names of the proofs, oldest first'),
	comprobantes_descarga: z
		.array(z.string())
		.describe('links that expire, one a file, in the same order; empty for a deleted picture'),
	comprobante_rechazado: z.string().nullable().describe('why the shop needs another proof; null: it does not'),
	...privateOrderParts,
	historia: z.array(orderEvent).describe('the newest 50 events of the order, oldest first'),
	historia_total: z.int().describe('how many events there are'),
})
export type ProfileOrder = z.infer<typeof profileOrder>

/** An order for its page; one of a signed link has neither phone, account, buyer nor links to proofs. */
export type ShownOrder = Omit<ProfileOrder, 'telefono' | 'user' | 'comprobantes_descarga' | keyof PrivateOrderParts> &
	Partial<PrivateOrderParts & Pick<ProfileOrder, 'comprobantes_descarga'>>

/** `metodo_pago`: another gateway than the order's. */
export const payAgainRequest = z.object({ metodo_pago: z.enum(gatewayMethods).optional() })

export const ownOrdersQuery = z.object({ page: z.coerce.number<number>().int().min(1).max(100_000).default(1) })
export const ownOrdersAnswer = z.object({ ordenes: z.array(profileOrder), ordenes_total: z.int() })
export type OwnOrdersAnswer = z.infer<typeof ownOrdersAnswer>

/** A placed order, and for one that is still to be paid at a gateway the address of its payment. */
export const payableOrder = z.object({
	orden_id: z.uuid(),
	nro_orden: z.int(),
	despacho: z.int(),
	descuento: z.int(),
	total: z.int(),
	estado: z.enum(estados),
	init_point: z.string().optional(),
	payment_url: z.string().optional(),
})
export type PayableOrder = z.infer<typeof payableOrder>

/** An order for the holder of its link: without contact data, links to its proofs and what is private in modules. */
export const trackOrderAnswer = profileOrder.omit({
	telefono: true,
	user: true,
	comprobantes_descarga: true,
	...privateFields,
})

/** The payment's details as far as the gateway reports them; null: unknown. */
export const paymentDetails = z.object({
	codigo_autorizacion: z.string().nullable(),
	autorizado_at: z.string().nullable(),
	tipo_tarjeta: z.enum(cardKinds).nullable(),
	medio: z.string().nullable().describe("the card's brand or the way it was paid, in the gateway's word"),
	tipo_cuotas: z.enum(instalmentKinds).nullable(),
	cuotas: z.int().nullable(),
	monto_cuota: z.int().nullable(),
	ultimos_digitos: z.string().nullable(),
})
