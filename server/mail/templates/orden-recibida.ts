import { formatClp } from '#domain/money.ts'
import { transferHoldHours } from '#domain/orders/hold-times.ts'
import { metodoPagoText } from '#domain/orders/metodo-pago.ts'
import type { MailContent, MailSection, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { consumerRights } from './consumer-rights.ts'
import { greeting } from './greeting.ts'
import {
	bankSection,
	colorsOf,
	deliverySection,
	handOver,
	type OrderData,
	orderData,
	orderSection,
} from './order-data.ts'

interface NextStep {
	readonly text: string
	readonly button: string
	readonly sections: readonly MailSection[]
}

const heldUntil = ({ expires_at }: OrderData) => (expires_at ? ` hasta el ${formatMoment(expires_at)}` : '')

/** What the customer does next; it hangs on how the order is paid. */
function nextStep(order: OrderData, shop: MailShop): NextStep {
	const total = formatClp(order.total)
	if (order.total === 0) {
		return { text: `No tienes nada que pagar. ${handOver(order, shop)}`, button: 'Ver mi pedido', sections: [] }
	}
	if (order.metodo_pago === 'efectivo') {
		const when = order.tipo_entrega === 'retiro' ? 'al retirarlo' : 'al recibirlo'
		return {
			text: `Pagas ${total} en efectivo ${when}. ${order.expires_at ? `Te lo reservamos${heldUntil(order)}. ` : ''}${handOver(order, shop)}`,
			button: 'Ver mi pedido',
			sections: [],
		}
	}
	if (order.metodo_pago === 'transferencia') {
		return {
			text: `Tienes ${transferHoldHours} horas para transferir ${total} y subir tu comprobante: te lo reservamos${heldUntil(order)}. Abajo están los datos.`,
			button: 'Subir comprobante',
			sections: [bankSection(order, shop)],
		}
	}
	const method = metodoPagoText[order.metodo_pago]
	return {
		text: `Si todavía no pagas los ${total}, termina con ${method} desde el botón: te lo reservamos${heldUntil(order)}. Si ya pagaste, te confirmaremos el pago en otro correo.`,
		button: 'Ver y pagar mi pedido',
		sections: [],
	}
}

/** The order was received: the written confirmation that consumer law asks for, and what to do next. */
export function orderReceived(datos: unknown, shop: MailShop): MailContent {
	const order = orderData.parse(datos)
	const next = nextStep(order, shop)
	return {
		subject: `Recibimos tu pedido · Orden N° ${order.nro_orden}`,
		preview: `${formatClp(order.total)} · ${next.text}`,
		colors: colorsOf(order),
		title: 'Ya tenemos tu pedido',
		paragraphs: [`${greeting(order.nombre)} Gracias por elegir Premium Shaker.`, next.text],
		button: { label: next.button, href: shop.orderLink(order.orden_id) },
		sections: [
			...next.sections,
			orderSection(order),
			deliverySection(order, shop),
			consumerRights(shop, order.nro_orden),
		],
	}
}
