import { z } from 'zod'
import { formatClp } from '#core/rules/money.ts'
import { metodoPagoText, metodosPago } from '#core/rules/payment-methods.ts'
import { dayIn } from '#core/rules/times.ts'
import {
	formatDay,
	formatMoment,
	greeting,
	type MailDefinition,
	type MailRow,
	type MailSection,
	type MailShop,
} from '#core/server/mail/define-mail.ts'
import type { Color } from '#modules/catalog/colors.ts'
import { deliveryTermText, formatDireccion, pickupPlace, tiposEntrega } from '#modules/delivery/delivery.ts'
import { arrivalText } from '#modules/orders/arrival.ts'
import { rightsOf } from '#modules/orders/consumer-rights.ts'
import { adjustmentOf } from '#modules/orders/order-money.ts'
import { paymentDetailRows } from '#modules/orders/payment-details.ts'
import { paymentDetails } from '#modules/orders/shapes.ts'

const pesos = z.int().min(0)

/** The data of every mail about an order. Amounts in CLP. */
export const orderData = z.object({
	orden_id: z.uuid(),
	nro_orden: z.int(),
	created_at: z.iso.datetime(),
	expires_at: z.iso.datetime().nullable(),
	nombre: z.string(),
	metodo_pago: z.enum(metodosPago),
	tipo_entrega: z.enum(tiposEntrega),
	direccion: z.string(),
	/** The promises shown before paying; missing in older mails. */
	estacion_retiro: z.string().nullish(),
	horario_retiro: z.string().nullish(),
	plazo_entrega: z.string().nullish(),
	/** The last day of its delivery, `YYYY-MM-DD`; missing in older mails. */
	llega_hasta: z.string().nullish(),
	subtotal: pesos,
	despacho: pesos,
	descuento: pesos,
	total: pesos,
	carrito: z
		.array(
			z.object({ nombre: z.string(), color: z.string(), precio: pesos, cantidad: z.int().min(1), imagen: z.string() }),
		)
		.min(1),
	/** The payment's details, in mails about a gateway payment. */
	pago: paymentDetails.nullish(),
})
export type OrderData = z.infer<typeof orderData>

/** The colours of the order, each once, in the order of the lines. */
function colorsOf({ carrito }: OrderData): Color[] {
	return [...new Set(carrito.map(({ color }) => color))].filter((color) => color !== '')
}

function lineRows({ carrito }: OrderData): MailRow[] {
	return carrito.map(({ nombre, color, precio, cantidad }) => {
		const notes = [color, cantidad > 1 ? `${formatClp(precio)} c/u` : ''].filter((text) => text !== '')
		return {
			label: `${cantidad} × ${nombre}`,
			value: formatClp(precio * cantidad),
			...(notes.length > 0 ? { note: notes.join(' · ') } : {}),
		}
	})
}

export function paymentSections({ pago }: OrderData): MailSection[] {
	const rows = pago ? paymentDetailRows(pago) : []
	if (!pago || rows.length === 0) return []
	const at = pago.autorizado_at === null ? [] : [{ label: 'Fecha', value: formatMoment(pago.autorizado_at) }]
	return [{ title: 'Tu pago', rows: [...rows, ...at] }]
}

/** The order as placed: its lines, every part of the total, and the total. */
export function orderSection(order: OrderData): MailSection {
	const { subtotal, despacho, descuento, total, tipo_entrega } = order
	const discount = descuento > 0 ? [{ label: 'Descuento', value: formatClp(-descuento) }] : []
	const adjustment = adjustmentOf(order)
	return {
		title: `Orden N° ${order.nro_orden}`,
		rows: [
			...lineRows(order),
			{ label: 'Subtotal', value: formatClp(subtotal) },
			{
				label: tipo_entrega === 'retiro' ? 'Retiro' : 'Despacho',
				value: despacho === 0 ? 'Gratis' : formatClp(despacho),
			},
			...discount,
			...(adjustment === 0 ? [] : [{ label: 'Ajuste', value: formatClp(adjustment) }]),
			{ label: 'Total', value: formatClp(total), note: 'IVA incluido', isTotal: true },
		],
	}
}

/** Text typed by the customer, for staff: in a labelled row, as it is untrusted. */
export function customerSection({ nombre }: OrderData): MailSection {
	const value = nombre === '' ? 'Sin nombre' : nombre
	return { title: 'Cliente', rows: [{ label: 'Nombre (escrito por el cliente)', value, isLong: true }] }
}

export function deliverySection(order: OrderData, shop: MailShop): MailSection {
	const pickup = [order.estacion_retiro ?? shop.pickupStation, order.horario_retiro].filter(Boolean).join(', ')
	const where =
		order.tipo_entrega === 'retiro'
			? { label: 'Retiras en', value: pickup, isLong: true }
			: { label: 'Despacho a', value: formatDireccion(order.direccion) || 'La dirección de tu pedido', isLong: true }
	return {
		title: 'Entrega y pago',
		rows: [
			where,
			...(order.plazo_entrega ? [{ label: 'Plazo', value: deliveryTermText(order.plazo_entrega), isLong: true }] : []),
			{ label: 'Pago', value: metodoPagoText[order.metodo_pago] },
			{ label: 'Fecha', value: formatDay(order.created_at) },
		],
	}
}

/** The lines of the order, for mails that only identify it. */
export const linesSection = (order: OrderData): MailSection => ({
	title: `Orden N° ${order.nro_orden}`,
	rows: lineRows(order),
})

/** The data that a bank requires for a transfer to the shop, and the reference that identifies it. */
export function bankSection({ total, nro_orden }: OrderData, { banco }: MailShop): MailSection {
	return {
		title: 'Datos para transferir',
		rows: [
			{ label: 'Titular', value: banco.titular },
			{ label: 'RUT', value: banco.rut },
			{ label: 'Banco', value: banco.banco },
			{ label: 'Tipo de cuenta', value: banco.tipo_cuenta },
			{ label: 'N° de cuenta', value: banco.numero_cuenta },
			{ label: 'Correo', value: banco.correo },
			{ label: 'Monto exacto', value: formatClp(total) },
			{ label: 'Comentario', value: `Orden ${nro_orden}` },
		],
	}
}

/** ` hasta el 3 de diciembre, 15:00`, the order's expiry; empty without one. */
export const heldUntil = ({ expires_at }: OrderData): string =>
	expires_at ? ` hasta el ${formatMoment(expires_at)}` : ''

/** When the order is handed over; a day that has passed is not promised again. */
export function handOver(order: OrderData, { pickupStation, clock }: MailShop): string {
	const { tipo_entrega, estacion_retiro, llega_hasta } = order
	if (llega_hasta && llega_hasta >= dayIn(clock.now()))
		return arrivalText(llega_hasta, formatDireccion(order.direccion))
	const what = tipo_entrega === 'retiro' ? `retiro en ${pickupPlace(estacion_retiro ?? pickupStation)}` : 'despacho'
	return `Te contactaremos para coordinar el ${what}.`
}

interface OrderText {
	/** Without the order's number, which follows it. */
	readonly subject: string
	readonly preview: string
	readonly title: string
	/** The first begins after the greeting. */
	readonly paragraphs: readonly string[]
	/** "Ver mi pedido" by default. */
	readonly button?: { readonly label: string; readonly href?: string }
	readonly sections: readonly MailSection[]
}

interface OrderMail<Data extends OrderData> {
	readonly data: z.ZodType<Data>
	/** False by default. */
	readonly mayBeHeldBack?: boolean
	/** True by default. */
	readonly mayBeSentAgain?: boolean
	readonly text: (order: Data, shop: MailShop) => OrderText
}

/** A mail to an order's customer. */
export function orderMail<Data extends OrderData>(mail: OrderMail<Data>): MailDefinition {
	const { data, mayBeHeldBack = false, mayBeSentAgain = true, text } = mail
	return {
		mayBeSentAgain,
		mayBeHeldBack,
		write(datos, shop) {
			const order = data.parse(datos)
			const { subject, paragraphs, button, ...rest } = text(order, shop)
			const [first = '', ...more] = paragraphs
			return {
				...rest,
				subject: `${subject} · Orden N° ${order.nro_orden}`,
				colors: colorsOf(order),
				paragraphs: [`${greeting(order.nombre)} ${first}`, ...more],
				button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id), ...button },
			}
		},
	}
}

/** A calendar day of Santiago; noon there is the same day everywhere. */
const dayText = (day: string) => formatDay(`${day}T15:00:00Z`)

/**
 * The rights that the written confirmation has to state (Ley 19.496): withdrawal and legal warranty. `handedOver`: with
 * their last days.
 */
export function consumerRights({ tienda, publicUrl }: MailShop, nro_orden: number, handedOver?: Date): MailSection {
	const ends = handedOver && rightsOf(handedOver)
	const dates = ends
		? [
				`Puedes arrepentirte hasta el ${dayText(ends.retracto)}; la garantía legal vale hasta el ${dayText(ends.garantia)}.`,
			]
		: []
	return {
		title: 'Tus derechos',
		paragraphs: [
			...dates,
			`Derecho a retracto: tienes 10 días desde que recibes el producto para arrepentirte, sin dar motivos. Escríbenos a ${tienda.correo} con tu número de orden (${nro_orden}), devuelve el producto sin daños causados por ti y te devolvemos lo pagado.`,
			'Garantía legal: si el producto falla dentro de 6 meses desde la entrega, eliges entre devolución del dinero, cambio o reparación gratuita. Basta tu boleta o comprobante de pago.',
			`Los términos y políticas completos están en ${publicUrl}/politicas`,
		],
	}
}
