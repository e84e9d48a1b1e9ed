import { z } from 'zod'
import { formatClp } from '#domain/money.ts'
import { metodoPagoText } from '#domain/orders/metodo-pago.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import { colorsOf, type OrderData, orderData, orderSection } from './order-data.ts'

/** The order's data, why it was cancelled (may be empty), and the pesos of it that the shop still holds. */
const cancelledData = orderData.extend({ motivo: z.string(), por_devolver: z.int().min(0) })

/** What becomes of the money: the question that a cancelled order leaves open. */
function money(order: OrderData & { por_devolver: number }, { tienda }: MailShop): string {
	const { por_devolver, metodo_pago } = order
	if (por_devolver > 0) {
		return `Te devolveremos ${formatClp(por_devolver)} por el mismo medio con que pagaste (${metodoPagoText[metodo_pago]}). Te avisaremos cuando la devolución vaya en camino.`
	}
	return `No tienes nada que pagar. Si alcanzaste a pagar y todavía no recibes tu dinero, escríbenos a ${tienda.correo} con tu número de orden (${order.nro_orden}) y te lo devolvemos.`
}

export function orderCancelled(datos: unknown, shop: MailShop): MailContent {
	const order = cancelledData.parse(datos)
	const reason = order.motivo === '' ? [] : [`Motivo: ${order.motivo}`]
	return {
		subject: `Cancelamos tu pedido · Orden N° ${order.nro_orden}`,
		preview: money(order, shop),
		colors: colorsOf(order),
		title: 'Cancelamos tu pedido',
		paragraphs: [
			`${greeting(order.nombre)} Tu pedido N° ${order.nro_orden} fue cancelado y ya no lo enviaremos.`,
			...reason,
			money(order, shop),
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [orderSection(order)],
	}
}
