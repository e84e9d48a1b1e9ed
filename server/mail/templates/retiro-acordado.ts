import { z } from 'zod'
import { pickupCodeText } from '#domain/delivery/pickup-code.ts'
import { pickupPlace } from '#domain/delivery/pickup-place.ts'
import { formatClp } from '#domain/money.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { greeting } from './greeting.ts'
import { colorsOf, orderData, orderSection } from './order-data.ts'

/** The order's data, the agreed hour, the code to show, whether another hour was told before, and the pesos to pay there. */
const pickupData = orderData.extend({
	hora_at: z.iso.datetime(),
	codigo: z.string(),
	cambio: z.boolean(),
	por_cobrar: z.int().min(0),
})

/** An order waits at the station at this hour. */
export function pickupAgreed(datos: unknown, shop: MailShop): MailContent {
	const order = pickupData.parse(datos)
	const when = `Te esperamos el ${formatMoment(order.hora_at)} en ${pickupPlace(order.estacion_retiro ?? shop.pickupStation)}.`
	return {
		subject: `${order.cambio ? 'Nueva hora para retirar' : 'Tu pedido está listo para retirar'} · Orden N° ${order.nro_orden}`,
		preview: when,
		colors: colorsOf(order),
		title: order.cambio ? 'Cambió la hora de tu retiro' : 'Listo para retirar',
		paragraphs: [
			`${greeting(order.nombre)} ${when}`,
			`Al llegar muestra este código: ${pickupCodeText(order.codigo)}. No se lo des a nadie antes: con él se entrega tu pedido.`,
			...(order.por_cobrar > 0 ? [`Al recibirlo pagas ${formatClp(order.por_cobrar)} en efectivo.`] : []),
			`Si no puedes venir a esa hora, escríbenos a ${shop.tienda.correo} con tu número de orden.`,
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [orderSection(order)],
	}
}
