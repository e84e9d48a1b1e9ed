import { z } from 'zod'
import { documentName } from '#domain/tax-documents/document-text.ts'
import { tiposDocumento } from '#domain/tax-documents/tax-document.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const folioData = z.object({ tipo: z.literal(tiposDocumento), quedan: z.int().min(0) })

/** The folios of a kind of document run out. To staff. */
export function foliosLow(datos: unknown, shop: MailShop): MailContent {
	const { tipo, quedan } = folioData.parse(datos)
	const name = documentName[tipo]
	const title = quedan === 0 ? `No quedan folios de ${name}` : `Quedan pocos folios de ${name}: ${quedan}`
	return {
		subject: title,
		preview: 'Pide folios antes de que se acaben.',
		colors: [],
		title,
		paragraphs: [
			'Pide más folios en el SII o a tu proveedor. La tienda sigue vendiendo y devolviendo: emite lo que falte apenas haya folios.',
		],
		isForStaff: true,
		button: { label: 'Abrir el panel', href: `${shop.publicUrl}/perfil` },
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
}
