import { z } from 'zod'
import { formatClp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { staffMail } from '#core/server/mail/define-mail.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import { linesSection, orderData, orderMail } from '#modules/orders/server/mail-data.ts'
import { orderMailData } from '#modules/orders/server/order-mails.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { documentName, documentTitle } from '#modules/tax-documents/document-text.ts'
import { documentLink } from '#modules/tax-documents/server/documents.ts'
import { type TipoDocumento, tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** Mails about tax documents, to staff and customers. */
export const taxMails = {
	folios_bajos: staffMail(z.object({ tipo: z.literal(tiposDocumento), quedan: z.int().min(0) }), ({ tipo, quedan }) => {
		const name = documentName[tipo]
		return {
			title: quedan === 0 ? `No quedan folios de ${name}` : `Quedan pocos folios de ${name}: ${quedan}`,
			preview: 'Pide folios antes de que se acaben.',
			paragraphs: [
				'Pide más folios en el SII o a tu proveedor. La tienda sigue vendiendo y devolviendo: emite lo que falte apenas haya folios.',
			],
			sections: [
				{
					title: 'Folios',
					rows: [
						{ label: 'Documento', value: `${name} (${tipo})` },
						{ label: 'Quedan', value: String(quedan) },
					],
				},
			],
		}
	}),

	/** `documento.monto`: CLP, which may be less than the order's total. */
	documento_emitido: orderMail({
		data: orderData.extend({
			documento: z.object({
				id: z.uuid(),
				tipo: z.literal(tiposDocumento),
				folio: z.int().positive(),
				monto: z.int().positive(),
			}),
		}),
		text({ documento, ...order }, shop) {
			const title = documentTitle(documento)
			const amount = formatClp(documento.monto)
			const what =
				documento.tipo === 61
					? 'Anula el documento anterior de tu pedido. Guárdala con él.'
					: 'Es el documento tributario de tu compra. Guárdalo: sirve para cambios y garantía.'
			const { title: heading, rows = [] } = linesSection(order)
			return {
				subject: title,
				preview: `${title} · ${amount} IVA incluido`,
				title,
				paragraphs: [what],
				button: {
					label: 'Ver el documento',
					href: `${shop.publicUrl}${documentLink(shop, documento.id, 'pdf', 'correo')}`,
				},
				sections: [
					{
						title: heading,
						rows: [...rows, { label: title, value: amount, note: 'IVA incluido', isTotal: true }],
						paragraphs: [`Tu pedido: ${shop.orderLink(order.orden_id)}`],
					},
				],
			}
		},
	}),
}

/** Mails the customer a link to a tax document of the order. Once per document. */
export async function mailDocumentEmitted(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	{ id, tipo, folio, monto }: { id: string; tipo: TipoDocumento; folio: number; monto: number },
) {
	if (order.email === '') return
	await deps.mail(tx, {
		clave: `documento_emitido:${id}`,
		plantilla: 'documento_emitido',
		destinatario: order.email,
		datos: { ...(await orderMailData(tx, order)), documento: { id, tipo, folio, monto } },
		orden_id: order.id,
	})
}
