import { z } from 'zod'
import { formatClp } from '#domain/money.ts'
import { metodoPagoText } from '#domain/orders/metodo-pago.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import { colorsOf, lineRows, orderData } from './order-data.ts'

/** The order's data and `monto`: the pesos that went back, which may be less than the total. */
const refundData = orderData.extend({
	monto: z.int().positive(),
	por_transferencia: z.boolean().default(false),
	en_efectivo: z.boolean().default(false),
})

/** How it went back, in a sentence, and in the line that an inbox shows beside the subject. */
function wayOf({ por_transferencia, en_efectivo, metodo_pago }: z.output<typeof refundData>): {
	text: string
	preview: string
} {
	if (en_efectivo) {
		const text = 'Te devolvimos el dinero en efectivo.'
		return { text, preview: text }
	}
	const delay = 'Según tu banco o tarjeta, puede tardar unos días en aparecer.'
	if (por_transferencia) {
		const text = 'Te transferimos el dinero a tu cuenta.'
		return { text: `${text} ${delay}`, preview: text }
	}
	const method = metodoPagoText[metodo_pago]
	return {
		text: `La devolución va en camino al mismo medio con que pagaste (${method}). ${delay}`,
		preview: `La devolución va en camino a tu medio de pago (${method}).`,
	}
}

export function refundDone(datos: unknown, shop: MailShop): MailContent {
	const order = refundData.parse(datos)
	const amount = formatClp(order.monto)
	const way = wayOf(order)
	return {
		subject: `Te devolvimos ${amount} · Orden N° ${order.nro_orden}`,
		preview: way.preview,
		colors: colorsOf(order),
		title: `Te devolvimos ${amount}`,
		paragraphs: [`${greeting(order.nombre)} ${way.text}`],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [
			{
				title: `Orden N° ${order.nro_orden}`,
				rows: [
					...lineRows(order),
					{ label: 'Total del pedido', value: formatClp(order.total) },
					{ label: 'Devuelto', value: amount, isTotal: true },
				],
			},
		],
	}
}
