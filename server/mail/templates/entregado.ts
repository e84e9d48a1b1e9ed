import { z } from 'zod'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { consumerRights } from './consumer-rights.ts'
import { greeting } from './greeting.ts'
import { colorsOf, orderData, orderSection } from './order-data.ts'

/** The order's data, when it was handed over, and who took it; empty: nobody was named. */
const deliveredData = orderData.extend({ hecha_at: z.iso.datetime(), recibe: z.string() })

/** The order is with its customer: from here on the law counts. */
export function delivered(datos: unknown, shop: MailShop): MailContent {
	const order = deliveredData.parse(datos)
	const when = `Lo entregamos el ${formatMoment(order.hecha_at)}${order.recibe && `. Lo recibió: ${order.recibe}`}.`
	return {
		subject: `Entregamos tu pedido · Orden N° ${order.nro_orden}`,
		preview: when,
		colors: colorsOf(order),
		title: 'Entregamos tu pedido',
		paragraphs: [
			`${greeting(order.nombre)} ${when}`,
			`Si no lo tienes contigo, escríbenos hoy mismo a ${shop.tienda.correo}.`,
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [orderSection(order), consumerRights(shop, order.nro_orden, new Date(order.hecha_at))],
	}
}
