import { formatClp } from '#domain/money.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { greeting } from './greeting.ts'
import { bankSection, colorsOf, lineRows, orderData } from './order-data.ts'

/** A transfer is still without its proof, and the order's time is half over. */
export function transferReminder(datos: unknown, shop: MailShop): MailContent {
	const order = orderData.parse(datos)
	const until = order.expires_at ? ` hasta el ${formatMoment(order.expires_at)}` : ''
	return {
		subject: `Falta tu comprobante · Orden N° ${order.nro_orden}`,
		preview: `Te reservamos tu pedido${until}.`,
		colors: colorsOf(order),
		title: 'Tu pedido te espera',
		paragraphs: [
			`${greeting(order.nombre)} Te reservamos tu pedido${until}; después lo liberamos. Falta tu transferencia de ${formatClp(order.total)} y su comprobante.`,
			'Si ya transferiste, solo sube el comprobante. Si cambiaste de idea, no tienes que hacer nada.',
		],
		button: { label: 'Subir comprobante', href: shop.orderLink(order.orden_id) },
		sections: [bankSection(order, shop), { title: `Orden N° ${order.nro_orden}`, rows: lineRows(order) }],
	}
}
