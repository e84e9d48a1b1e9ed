import { useState } from 'react'
import type { HandDocumentRequest, OrderDetail } from '#contract/staff/order-detail.ts'
import { recordHandDocument } from '#contract/staff/order-endpoints.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { documentName, documentTitle } from '#domain/tax-documents/document-text.ts'
import { isLost, maxPdfBytes } from '#domain/tax-documents/hand-document.ts'
import { tiposDocumento } from '#domain/tax-documents/tax-document.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { readWhole } from '#web/staff/edit/whole-number.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'

type Wrong = Partial<Record<'folio' | 'fecha' | 'pdf', string>>

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

/** What is sent of a typed document, or what is wrong with it. */
async function documentOf(
	values: Readonly<Record<string, string>>,
	file: File | undefined,
): Promise<HandDocumentRequest | { wrong: Wrong }> {
	const folio = readWhole(values.folio ?? '')
	if (folio === undefined || folio === 0) return { wrong: { folio: 'Escribe el folio que tiene el documento.' } }
	const fecha = values.fecha ?? ''
	if (fecha === '') return { wrong: { fecha: 'Elige la fecha de emisión.' } }
	if (!file) return { wrong: { pdf: 'Elige el PDF del documento.' } }
	if (file.size > maxPdfBytes) return { wrong: { pdf: 'El PDF puede pesar hasta 2 MB.' } }
	const tipo = tiposDocumento.find((one) => String(one) === values.tipo) ?? 39
	return { tipo, folio, fecha, pdf: await toBase64(file) }
}

/** Takes from staff a tax document that was made outside of the shop: its number and its PDF. */
export function HandDocumentDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const { act, isBusy, problem } = useAct()
	const [file, setFile] = useState<File>()
	const [wrong, setWrong] = useState<Wrong>({})

	async function record(values: Readonly<Record<string, string>>): Promise<void> {
		const body = await documentOf(values, file).catch((error: unknown) => {
			console.error('a PDF could not be read', error)
			return { wrong: { pdf: 'No pudimos leer el archivo. Elígelo otra vez.' } }
		})
		if ('wrong' in body) return setWrong(body.wrong)
		setWrong({})
		const request = requestTo(recordHandDocument, { params: { id: detail.id }, body })
		if (await act({ request, done: `${documentTitle(body)} anotada` })) onClose()
	}
	return (
		<ActionDialog
			title={`Anotar un documento de la orden ${detail.nro_orden}`}
			confirmText="Anotar documento"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={(values) => void record(values)}
		>
			<p>El cliente recibe un correo con el documento. Si ya anotaste uno con un error, este toma su lugar.</p>
			<SelectField
				label="Documento"
				name="tipo"
				defaultValue={detail.documentos.find(isLost)?.tipo ?? detail.receptor?.tipo ?? 39}
			>
				{tiposDocumento.map((tipo) => (
					<option key={tipo} value={tipo}>
						{documentName[tipo]}
					</option>
				))}
			</SelectField>
			<Field
				label="Folio"
				name="folio"
				inputMode="numeric"
				autoComplete="off"
				error={wrong.folio}
				onInput={() => setWrong({})}
			/>
			<Field
				label="Fecha de emisión"
				name="fecha"
				type="date"
				defaultValue={dayIn(new Date())}
				error={wrong.fecha}
				onInput={() => setWrong({})}
			/>
			<Field
				label="PDF"
				type="file"
				accept="application/pdf"
				onChange={({ target }) => setFile(target.files?.[0])}
				hint="Hasta 2 MB."
				error={wrong.pdf}
				onInput={() => setWrong({})}
			/>
		</ActionDialog>
	)
}
