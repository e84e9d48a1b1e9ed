import { formatClp } from '#domain/money.ts'
import { metodoPagoText } from '#domain/orders/metodo-pago.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { consumerRights } from './consumer-rights.ts'
import { greeting } from './greeting.ts'
import { colorsOf, deliverySection, handOver, orderData, orderSection, paymentSections } from './order-data.ts'

export function paymentConfirmed(datos: unknown, shop: MailShop): MailContent {
	const order = orderData.parse(datos)
	// Staff may have taken everything off the total.
	const paid =
		order.total === 0
			? 'Recibimos tu pedido y no tienes que pagar nada.'
			: `Recibimos tu pago de ${formatClp(order.total)} (${metodoPagoText[order.metodo_pago]}).`
	return {
		subject: `Tu pago está confirmado · Orden N° ${order.nro_orden}`,
		preview: `${paid} ${handOver(order, shop)}`,
		colors: colorsOf(order),
		title: 'Tu pago está confirmado',
		paragraphs: [`${greeting(order.nombre)} ${paid} ${handOver(order, shop)}`],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [
			...paymentSections(order),
			orderSection(order),
			deliverySection(order, shop),
			consumerRights(shop, order.nro_orden),
		],
	}
}
