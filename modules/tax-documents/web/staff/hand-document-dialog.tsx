import { useState } from 'react'
import { dayIn } from '#core/rules/calendar-days.ts'
import { ActionForm, FormField, FormSelect, type PlannedAct } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'
import { documentName, documentTitle } from '#modules/tax-documents/document-text.ts'
import { recordHandDocument } from '#modules/tax-documents/endpoints.ts'
import { isLost, maxPdfBytes } from '#modules/tax-documents/hand-document.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** A file as text that JSON carries. */
async function toBase64(file: File): Promise<string> {
	const address = await new Promise<string>((resolve, reject) => {
		const reader = new FileReader()
		reader.onload = () => resolve(String(reader.result))
		reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'))
		reader.readAsDataURL(file)
	})
	return address.slice(address.indexOf(',') + 1)
}

function fileProblem(file: File | undefined): string | undefined {
	if (!file) return 'Elige el PDF del documento.'
	return file.size > maxPdfBytes ? 'El PDF puede pesar hasta 2 MB.' : undefined
}

/** The act that records the typed document; its file is read last. */
function actOf(id: string, values: Values, file: File | undefined): Wrong | Promise<PlannedAct | Wrong> {
	const folio = readWhole(values.folio ?? '') ?? 0
	const fecha = values.fecha ?? ''
	const wrong = {
		folio: folio === 0 ? 'Escribe el folio que tiene el documento.' : undefined,
		fecha: fecha === '' ? 'Elige la fecha de emisión.' : undefined,
		pdf: fileProblem(file),
	}
	const tipo = tiposDocumento.find((one) => String(one) === values.tipo) ?? 39
	const typed = checked(wrong, { tipo, folio, fecha })
	if ('wrong' in typed || !file) return { wrong }
	return toBase64(file).then(
		(pdf) => ({
			request: requestTo(recordHandDocument, { params: { id }, body: { ...typed, pdf } }),
			done: `${documentTitle(typed)} anotada`,
		}),
		(error: unknown) => {
			console.error('a PDF could not be read', error)
			return { wrong: { pdf: 'No pudimos leer el archivo. Elígelo otra vez.' } }
		},
	)
}

/** Records a tax document that was made outside of the shop: its number and its PDF. */
export function HandDocumentDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const [file, setFile] = useState<File>()
	return (
		<ActionForm
			title={`Anotar un documento de la orden ${detail.nro_orden}`}
			confirmText="Anotar documento"
			onClose={onClose}
			act={(values) => actOf(detail.id, values, file)}
		>
			<p>El cliente recibe un correo con el documento. Si ya anotaste uno con un error, este toma su lugar.</p>
			<FormSelect
				label="Documento"
				name="tipo"
				defaultValue={detail.documentos.find(isLost)?.tipo ?? detail.receptor?.tipo ?? 39}
				options={tiposDocumento.map((tipo) => [tipo, documentName[tipo]])}
			/>
			<FormField label="Folio" name="folio" isNumber />
			<FormField label="Fecha de emisión" name="fecha" type="date" defaultValue={dayIn(new Date())} />
			<FormField
				label="PDF"
				name="pdf"
				type="file"
				accept="application/pdf"
				onChange={({ target }) => setFile(target.files?.[0])}
				hint="Hasta 2 MB."
			/>
		</ActionForm>
	)
}
