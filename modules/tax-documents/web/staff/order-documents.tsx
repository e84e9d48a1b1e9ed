import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { formatRut } from '#core/rules/person-data.ts'
import { dayIn } from '#core/rules/times.ts'
import { ActionForm, FormField, FormSelect } from '#core/web/forms/action-form.tsx'
import { checked, readWhole } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { documentName, documentTitle, estadoDocumentoText } from '#modules/tax-documents/document-text.ts'
import { emitAgain, recordHandDocument } from '#modules/tax-documents/endpoints.ts'
import { isLost, maxPdfBytes } from '#modules/tax-documents/hand-document.ts'
import {
	canEmitAgain,
	type EstadoDocumento,
	type TipoDocumento,
	tiposDocumento,
} from '#modules/tax-documents/tax-document.ts'
import { isReplaced } from '#modules/tax-documents/web/customer-documents.tsx'

const tones: Readonly<Record<EstadoDocumento, 'info' | 'ok' | 'warn' | 'danger'>> = {
	por_emitir: 'info',
	emitida: 'info',
	aceptada: 'ok',
	rechazada: 'danger',
	por_revisar: 'warn',
}

function EmitAgain({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const request = requestTo(emitAgain, { params: { id: detail.id } })
	return (
		<ActionForm
			title="¿Emitir de nuevo?"
			confirmText="Emitir de nuevo"
			onClose={onClose}
			act={{ request, done: 'Documentos enviados de nuevo' }}
		>
			<p>{`Los documentos de la orden ${detail.nro_orden} que no están aceptados se piden otra vez al proveedor. Lo que ya se emitió no se emite dos veces; en el lugar de una boleta o factura rechazada se hace otra.`}</p>
			{detail.documentos.some(isLost) && (
				<p className="warn">
					Busca antes en OpenFactura si hay un documento de esta orden: pasado un día el proveedor ya no reconoce el
					pedido y podría emitirlo dos veces. Si está, no lo emitas: usa «Anotar documento».
				</p>
			)}
		</ActionForm>
	)
}

/** The tax documents of an order, why one was not accepted, and the way to ask for them again. */
function Documents({ detail }: { detail: OrderDetail }) {
	const [isAsking, setIsAsking] = useState(false)
	const [isRecording, setIsRecording] = useState(false)
	const { documentos } = detail
	const isOpen = documentos.some((one) => canEmitAgain[one.estado] && !isReplaced(one, documentos))
	return (
		<>
			<ul hidden={documentos.length === 0}>
				{documentos.map((document) => (
					<li key={document.id} className="staff-row">
						<div className="can-shrink">
							<p className="strong digits">{documentTitle(document)}</p>
							<p className="muted small digits">
								{`${formatClp(document.monto)} · ${formatMoment(document.created_at)}`}
							</p>
							{document.motivo && <p className="small">{document.motivo}</p>}
							<p className="document-files">
								{document.url !== null && (
									<a href={document.url} target="_blank" rel="noopener" className="link">
										PDF
										<span className="visually-hidden">{` de ${documentTitle(document)} (se abre en otra pestaña)`}</span>
									</a>
								)}
								{document.xml !== null && (
									<a href={document.xml} download className="link">
										XML<span className="visually-hidden">{` de ${documentTitle(document)}`}</span>
									</a>
								)}
							</p>
						</div>
						<Badge tone={tones[document.estado]}>{estadoDocumentoText[document.estado]}</Badge>
					</li>
				))}
			</ul>
			{isOpen && (
				<div>
					<Button look="outline" onClick={() => setIsAsking(true)}>
						Emitir de nuevo
					</Button>
				</div>
			)}
			{detail.documentos_a_mano && (
				<div>
					<Button look="outline" onClick={() => setIsRecording(true)}>
						Anotar documento
					</Button>
				</div>
			)}
			{isRecording && <HandDocumentDialog detail={detail} onClose={() => setIsRecording(false)} />}
			{isAsking && <EmitAgain detail={detail} onClose={() => setIsAsking(false)} />}
		</>
	)
}

/** The recipient of the order's document, as it was placed: all that a factura by hand needs. */
function OrderReceptor({ detail: { receptor } }: { detail: OrderDetail }) {
	if (!receptor) return null
	const { tipo, rut, razon_social, giro, direccion, comuna } = receptor
	const facts: readonly (readonly [string, string | null])[] = [
		['RUT', formatRut(rut)],
		[tipo === 33 ? 'Razón social' : 'Nombre', razon_social],
		['Giro', giro],
		['Dirección', direccion],
		['Comuna', comuna],
	]
	return (
		<dl className="fold-list">
			{facts.map(
				([label, value]) =>
					value !== null && (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{value}</dd>
						</div>
					),
			)}
		</dl>
	)
}

export const receptorBlock = {
	titleOf: ({ receptor }: OrderDetail) => (receptor ? `${documentName[receptor.tipo]} a nombre de` : undefined),
	Part: OrderReceptor,
}

export const documentsBlock = {
	titleOf: ({ documentos, documentos_a_mano, pagada_at }: OrderDetail) =>
		documentos.length > 0 || (documentos_a_mano && pagada_at) ? 'Documentos tributarios' : undefined,
	Part: Documents,
}

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

/** Records a tax document that was made outside of the shop: its number and its PDF. */
function HandDocumentDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const [file, setFile] = useState<File>()
	async function recorded(typed: { tipo: TipoDocumento; folio: number; fecha: string }, pdf: File) {
		try {
			const body = { ...typed, pdf: await toBase64(pdf) }
			const request = requestTo(recordHandDocument, { params: { id: detail.id }, body })
			return { request, done: `${documentTitle(typed)} anotada` }
		} catch (error) {
			console.error('a PDF could not be read', error)
			return { wrong: { pdf: 'No pudimos leer el archivo. Elígelo otra vez.' } }
		}
	}
	return (
		<ActionForm
			title={`Anotar un documento de la orden ${detail.nro_orden}`}
			confirmText="Anotar documento"
			onClose={onClose}
			act={(values) => {
				const folio = readWhole(values.folio ?? '') ?? 0
				const fecha = values.fecha ?? ''
				const tipo = tiposDocumento.find((one) => String(one) === values.tipo) ?? 39
				const wrong = {
					folio: folio === 0 ? 'Escribe el folio que tiene el documento.' : undefined,
					fecha: fecha === '' ? 'Elige la fecha de emisión.' : undefined,
					pdf: file && file.size > maxPdfBytes ? 'El PDF puede pesar hasta 2 MB.' : undefined,
				}
				if (!file) return { wrong: { ...wrong, pdf: 'Elige el PDF del documento.' } }
				const typed = checked(wrong, { tipo, folio, fecha })
				return 'wrong' in typed ? typed : recorded(typed, file)
			}}
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
