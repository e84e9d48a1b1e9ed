import { z } from 'zod'
import { staffMail } from '#core/server/mail/define-mail.ts'
import { documentName } from '#modules/tax-documents/document-text.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** Mails about tax documents, to all staff. */
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
}
