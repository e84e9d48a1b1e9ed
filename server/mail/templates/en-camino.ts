import { z } from 'zod'
import { formatClp } from '#domain/money.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatTime } from '#server/mail/spanish-dates.ts'
import { greeting } from './greeting.ts'
import { colorsOf, deliverySection, orderData, orderSection } from './order-data.ts'

/** The order's data, the hour in which it comes, whether another hour was told before, and the pesos to pay at the door. */
const onTheWayData = orderData.extend({
	desde: z.iso.datetime(),
	hasta: z.iso.datetime(),
	cambio: z.boolean(),
	por_cobrar: z.int().min(0),
})

/** The order is in the car. */
export function onTheWay(datos: unknown, shop: MailShop): MailContent {
	const order = onTheWayData.parse(datos)
	const when = `Llegamos entre ${formatTime(order.desde)} y ${formatTime(order.hasta)}.`
	return {
		subject: `${order.cambio ? 'Nueva hora de llegada' : 'Tu pedido va en camino'} · Orden N° ${order.nro_orden}`,
		preview: when,
		colors: colorsOf(order),
		title: order.cambio ? 'Cambió la hora de llegada' : 'Tu pedido va en camino',
		paragraphs: [
			`${greeting(order.nombre)} ${order.cambio ? 'El reparto cambió de hora.' : 'Tu pedido ya salió.'} ${when}`,
			...(order.por_cobrar > 0 ? [`Al recibirlo pagas ${formatClp(order.por_cobrar)} en efectivo.`] : []),
			`Si no vas a estar, respóndenos a ${shop.tienda.correo} con tu número de orden.`,
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [deliverySection(order, shop), orderSection(order)],
	}
}
