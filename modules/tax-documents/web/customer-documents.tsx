import type { ProfileAnswer } from '#modules/accounts/shapes.ts'
import type { ShownOrder } from '#modules/orders/shapes.ts'
import { documentName, documentTitle } from '#modules/tax-documents/document-text.ts'
import { companyText, receptorText } from '#modules/tax-documents/receptor.ts'
import type { OrderDocument } from '#modules/tax-documents/shapes.ts'

/** The recipient of an order's document, for its customer. */
export const receptorFacts = ({ receptor }: ShownOrder): readonly (readonly [string, string])[] =>
	receptor ? [receptorText(receptor)] : []

/** The boleta of a payment is issued within the minute. */
export const documentsInterval = ({ documentos }: Pick<ShownOrder, 'documentos'>): number | undefined =>
	documentos.some(({ url }) => url === null) ? 15_000 : undefined

/** Tax documents of an order for its customer: a link to each PDF, or its pending state. */
export function OwnDocuments({ order: { documentos } }: { order: ShownOrder }) {
	if (documentos.length === 0) return null
	return (
		<div>
			<dt>Documentos</dt>
			<dd>
				<ul className="order-documents stack tighter">
					{shownDocuments(documentos).map((document) => {
						const waiting = waitingText(document)
						return (
							<li key={document.id}>
								{waiting === undefined ? (
									<a href={document.url ?? undefined} target="_blank" rel="noopener" className="link">
										<span>{documentTitle(document)}</span>
										<span className="visually-hidden"> en PDF (se abre en otra pestaña)</span>
									</a>
								) : (
									<>
										<span>{documentName[document.tipo]}</span>
										<span className="muted">{` · ${waiting}`}</span>
									</>
								)}
							</li>
						)
					})}
				</ul>
			</dd>
		</div>
	)
}

type Props = { readonly profile: Pick<ProfileAnswer, 'factura'> }

/** The company of the account's last factura. */
export const facturaFacts = ({ factura }: Props['profile']): readonly (readonly [string, string])[] =>
	factura ? [['Factura', companyText(factura)]] : []

/** Removes the last factura's company from the account; orders are unchanged. */
function ForgetFactura({ profile: { factura } }: Props) {
	if (!factura) return null
	return (
		<div className="check">
			<input id="olvidar_factura" name="olvidar_factura" type="checkbox" />
			<label htmlFor="olvidar_factura">{`No ofrecerme más ${companyText(factura)}, para una factura. Tus facturas hechas no cambian.`}</label>
		</div>
	)
}

export const facturaEdit = {
	Part: ForgetFactura,
	changesOf: ({ olvidar_factura }: Readonly<Partial<Record<string, string>>>) =>
		olvidar_factura === undefined ? {} : { factura: null },
}

/** Returns whether a document rejected by the tax authority was replaced. */
export function isReplaced(document: OrderDocument, documents: readonly OrderDocument[]): boolean {
	const later = documents.slice(documents.indexOf(document) + 1)
	return document.estado === 'rechazada' && document.tipo !== 61 && later.some(({ tipo }) => tipo !== 61)
}

/** Returns the documents for the customer, oldest first, without invalid ones. */
export function shownDocuments(documents: readonly OrderDocument[]): readonly OrderDocument[] {
	return documents.filter((document) => !isReplaced(document, documents))
}

/** Returns the text for a document without a file; undefined when it has one. */
export function waitingText({ estado, url }: Pick<OrderDocument, 'estado' | 'url'>): string | undefined {
	if (estado === 'rechazada') return 'La estamos corrigiendo. Te llegará por correo.'
	return url === null ? 'La estamos emitiendo. Te llegará por correo.' : undefined
}

/** When each document was made that is being issued or decided automatically. */
export const documentsUnderWay = ({
	documentos,
}: {
	readonly documentos: readonly Pick<OrderDocument, 'estado' | 'created_at'>[]
}): string[] =>
	documentos.filter(({ estado }) => estado === 'por_emitir' || estado === 'emitida').map(({ created_at }) => created_at)
