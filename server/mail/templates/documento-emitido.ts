import { z } from 'zod'
import { formatClp } from '#domain/money.ts'
import { documentTitle } from '#domain/tax-documents/document-text.ts'
import { tiposDocumento } from '#domain/tax-documents/tax-document.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import { colorsOf, lineRows, orderData } from './order-data.ts'

/** The order's data and the document: its pesos, which may be fewer than the total. */
const documentData = orderData.extend({
	documento: z.object({
		id: z.uuid(),
		tipo: z.literal(tiposDocumento),
		folio: z.int().positive(),
		monto: z.int().positive(),
	}),
})

export function documentEmitted(datos: unknown, shop: MailShop): MailContent {
	const { documento, ...order } = documentData.parse(datos)
	const title = documentTitle(documento)
	const what =
		documento.tipo === 61
			? 'Anula el documento anterior de tu pedido. Guárdala con él.'
			: 'Es el documento tributario de tu compra. Guárdalo: sirve para cambios y garantía.'
	return {
		subject: `${title} · Orden N° ${order.nro_orden}`,
		preview: `${title} · ${formatClp(documento.monto)} IVA incluido`,
		colors: colorsOf(order),
		title,
		paragraphs: [`${greeting(order.nombre)} ${what}`],
		button: { label: 'Ver el documento', href: shop.documentLink(documento.id) },
		sections: [
			{
				title: `Orden N° ${order.nro_orden}`,
				rows: [
					...lineRows(order),
					{ label: title, value: formatClp(documento.monto), note: 'IVA incluido', isTotal: true },
				],
				paragraphs: [`Tu pedido: ${shop.orderLink(order.orden_id)}`],
			},
		],
	}
}
