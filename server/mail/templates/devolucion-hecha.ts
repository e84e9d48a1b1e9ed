import { z } from 'zod'
import { formatClp } from '#domain/money.ts'
import { metodoPagoText } from '#domain/orders/metodo-pago.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import { colorsOf, lineRows, orderData } from './order-data.ts'

/** The order's data and `monto`: the pesos that went back, which may be less than the total. */
const refundData = orderData.extend({ monto: z.int().positive(), por_transferencia: z.boolean().default(false) })

/** Money went back to the customer. */
export function refundDone(datos: unknown, shop: MailShop): MailContent {
	const order = refundData.parse(datos)
	const amount = formatClp(order.monto)
	const method = order.por_transferencia ? 'transferencia bancaria' : metodoPagoText[order.metodo_pago]
	const way = order.por_transferencia
		? 'Te transferimos el dinero a tu cuenta.'
		: `La devolución va en camino al mismo medio con que pagaste (${method}).`
	return {
		subject: `Te devolvimos ${amount} · Orden N° ${order.nro_orden}`,
		preview: order.por_transferencia ? way : `La devolución va en camino a tu medio de pago (${method}).`,
		colors: colorsOf(order),
		title: `Te devolvimos ${amount}`,
		paragraphs: [`${greeting(order.nombre)} ${way} Según tu banco o tarjeta, puede tardar unos días en aparecer.`],
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
