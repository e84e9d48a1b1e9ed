import { z } from 'zod'
import { refusedProofText } from '#domain/payments/refused-proof.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { greeting } from './greeting.ts'
import { bankSection, colorsOf, lineRows, orderData } from './order-data.ts'

const refusedData = orderData.extend({ motivo: z.string() })

/** Staff refused the proof of a transfer, with `motivo` in their words, and need another. */
export function proofRefused(datos: unknown, shop: MailShop): MailContent {
	const order = refusedData.parse(datos)
	const text = refusedProofText(order.motivo)
	const until = order.expires_at ? ` hasta el ${formatMoment(order.expires_at)}` : ''
	return {
		subject: `Necesitamos otro comprobante · Orden N° ${order.nro_orden}`,
		preview: text,
		colors: colorsOf(order),
		title: 'Necesitamos otro comprobante',
		paragraphs: [
			`${greeting(order.nombre)} ${text}`,
			`Te guardamos tu pedido${until}. Si ya transferiste el monto completo, no hace falta hacerlo de nuevo: basta con el comprobante.`,
		],
		button: { label: 'Subir comprobante', href: shop.orderLink(order.orden_id) },
		sections: [bankSection(order, shop), { title: `Orden N° ${order.nro_orden}`, rows: lineRows(order) }],
	}
}
