import { z } from 'zod'
import { formatClp } from '#domain/money.ts'
import { gatewayMethods, metodoPagoText } from '#domain/orders/metodo-pago.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { greeting } from './greeting.ts'
import { colorsOf, lineRows, orderData } from './order-data.ts'

/** The order's data, the pesos that go back, and until when they have to be accepted (ISO 8601). */
const acceptData = orderData.extend({
	monto: z.int().positive(),
	aceptar_hasta: z.iso.datetime(),
	gateway: z.enum(gatewayMethods),
	recordatorio: z.boolean(),
})

/** The gateway waits for the customer to accept a refund; and once more before it lapses. */
export function refundToAccept(datos: unknown, shop: MailShop): MailContent {
	const order = acceptData.parse(datos)
	const amount = formatClp(order.monto)
	const gateway = metodoPagoText[order.gateway]
	const until = formatMoment(order.aceptar_hasta)
	const title = order.recordatorio
		? `Te quedan dos días para aceptar tu devolución de ${amount}`
		: `Acepta tu devolución de ${amount}`
	return {
		subject: `${title} · Orden N° ${order.nro_orden}`,
		preview: `${gateway} te envió un correo: acéptala antes del ${until}.`,
		colors: colorsOf(order),
		title,
		paragraphs: [
			`${greeting(order.nombre)} Pedimos a ${gateway} que te devuelva ${amount}. Para recibirlos, busca el correo que te envió ${gateway} y acepta la devolución.`,
			`Hazlo antes del ${until}. Si nadie la acepta, el dinero vuelve a la tienda y habrá que hacerla otra vez. Si no encuentras ese correo, mira en tus correos no deseados o responde a este.`,
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [
			{
				title: `Orden N° ${order.nro_orden}`,
				rows: [
					...lineRows(order),
					{ label: 'Total del pedido', value: formatClp(order.total) },
					{ label: 'Por devolver', value: amount, isTotal: true },
				],
			},
		],
	}
}
