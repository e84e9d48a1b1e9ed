import type { OrderDocument } from '#modules/tax-documents/shapes.ts'

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
