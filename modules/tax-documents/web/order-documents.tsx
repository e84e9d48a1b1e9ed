import type { ShownOrder } from '#modules/orders/shapes.ts'
import { documentName, documentTitle } from '#modules/tax-documents/document-text.ts'
import { receptorText } from '#modules/tax-documents/receptor-text.ts'
import type { OrderDocument } from '#modules/tax-documents/shapes.ts'
import { shownDocuments, waitingText } from '#modules/tax-documents/web/shown-documents.ts'

/** The recipient of an order's document, for its customer. */
export const receptorFacts = ({ receptor }: ShownOrder): readonly (readonly [string, string])[] =>
	receptor ? [receptorText(receptor)] : []

/** The boleta of a payment is issued within the minute. */
export const documentsInterval = ({ documentos }: Pick<ShownOrder, 'documentos'>): number | undefined =>
	documentos.some(({ url }) => url === null) ? 15_000 : undefined

/** Tax documents of an order for its customer. */
export function OwnDocuments({ order: { documentos } }: { order: ShownOrder }) {
	if (documentos.length === 0) return null
	return (
		<div>
			<dt>Documentos</dt>
			<dd>
				<DocumentList documents={documentos} />
			</dd>
		</div>
	)
}

/** A link to each PDF, or its pending state. */
function DocumentList({ documents }: { documents: readonly OrderDocument[] }) {
	return (
		<ul className="order-documents stack tighter">
			{shownDocuments(documents).map((document) => {
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
	)
}
