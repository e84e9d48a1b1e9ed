import { documentName, documentTitle } from '#modules/tax-documents/document-text.ts'
import type { OrderDocument } from '#modules/tax-documents/shapes.ts'
import { shownDocuments, waitingText } from '#modules/tax-documents/web/shown-documents.ts'

/** Tax documents of an order for its customer: a link to each PDF, or its pending state. */
export function OrderDocuments({ documents }: { documents: readonly OrderDocument[] }) {
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
