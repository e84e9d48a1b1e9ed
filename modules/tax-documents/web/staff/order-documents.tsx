import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { formatRut } from '#core/rules/rut.ts'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'
import { canEmitAgain } from '#modules/tax-documents/can-emit-again.ts'
import { documentName, documentTitle, estadoDocumentoText } from '#modules/tax-documents/document-text.ts'
import { emitAgain } from '#modules/tax-documents/endpoints.ts'
import { isLost } from '#modules/tax-documents/hand-document.ts'
import type { StaffDocument } from '#modules/tax-documents/shapes.ts'
import type { EstadoDocumento } from '#modules/tax-documents/tax-document.ts'
import { isReplaced } from '#modules/tax-documents/web/shown-documents.ts'
import { HandDocumentDialog } from '#modules/tax-documents/web/staff/hand-document-dialog.tsx'

const tones: Readonly<Record<EstadoDocumento, 'info' | 'ok' | 'warn' | 'danger'>> = {
	por_emitir: 'info',
	emitida: 'info',
	aceptada: 'ok',
	rechazada: 'danger',
	por_revisar: 'warn',
}

/** The files of a document; none until it is emitted. */
function Files({ document }: { document: StaffDocument }) {
	const { url, xml } = document
	const title = documentTitle(document)
	return (
		<p className="document-files">
			{url !== null && (
				<a href={url} target="_blank" rel="noopener" className="link">
					PDF<span className="visually-hidden">{` de ${title} (se abre en otra pestaña)`}</span>
				</a>
			)}
			{xml !== null && (
				<a href={xml} download className="link">
					XML<span className="visually-hidden">{` de ${title}`}</span>
				</a>
			)}
		</p>
	)
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
							<Files document={document} />
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
