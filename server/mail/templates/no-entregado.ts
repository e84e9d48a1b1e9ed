import { z } from 'zod'
import { missedText, nextStepText, wasNotVisited } from '#domain/rounds/customer-delivery.ts'
import { motivosNoEntrega, type PasoSiguiente, pasosSiguientes } from '#domain/rounds/delivery-state.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import { colorsOf, deliverySection, orderData, orderSection } from './order-data.ts'

const notDeliveredData = orderData.extend({
	motivo: z.enum(motivosNoEntrega),
	sigue: z.enum(pasosSiguientes),
})

const wishText: Readonly<Record<PasoSiguiente, string>> = {
	otra_ronda: 'Si prefieres,',
	anular: 'Si todavía lo quieres,',
}

/** The car came back with the order. */
export function notDelivered(datos: unknown, shop: MailShop): MailContent {
	const order = notDeliveredData.parse(datos)
	const { correo, telefono } = shop.tienda
	const isOurs = wasNotVisited(order.motivo)
	return {
		subject: `${isOurs ? 'Hoy no alcanzamos a llegar' : 'No te encontramos'} · Orden N° ${order.nro_orden}`,
		preview: missedText[order.motivo],
		colors: colorsOf(order),
		title: isOurs ? 'Hoy no alcanzamos a llegar' : 'No te encontramos',
		paragraphs: [
			`${greeting(order.nombre)} ${missedText[order.motivo]} Tu pedido está con nosotros.`,
			`${nextStepText[order.sigue]} ${wishText[order.sigue]} escríbenos a ${correo} o al ${telefono} con tu número de orden.`,
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [deliverySection(order, shop), orderSection(order)],
	}
}
