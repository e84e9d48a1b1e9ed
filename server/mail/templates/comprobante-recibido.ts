import { formatClp } from '#domain/money.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import { colorsOf, deliverySection, orderData, orderSection } from './order-data.ts'

/** The customer's proof of transfer arrived; a person will look at it. */
export function proofReceived(datos: unknown, shop: MailShop): MailContent {
	const order = orderData.parse(datos)
	const next = 'Lo revisaremos y te avisaremos por correo apenas esté confirmado.'
	return {
		subject: `Recibimos tu comprobante · Orden N° ${order.nro_orden}`,
		preview: next,
		colors: colorsOf(order),
		title: 'Recibimos tu comprobante',
		paragraphs: [
			`${greeting(order.nombre)} Ya tenemos el comprobante de tu transferencia por ${formatClp(order.total)}. ${next} No tienes que hacer nada más.`,
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [orderSection(order), deliverySection(order, shop)],
	}
}
