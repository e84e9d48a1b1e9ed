import type { OrderDocument } from '#contract/orders/tax-document.ts'

/** Whether another document was made in the place of one that the tax authority rejected. */
export function isReplaced(document: OrderDocument, documents: readonly OrderDocument[]): boolean {
	const later = documents.slice(documents.indexOf(document) + 1)
	return document.estado === 'rechazada' && document.tipo !== 61 && later.some(({ tipo }) => tipo !== 61)
}

/** The documents that an order's customer is shown, oldest first: one that counts no more is left out. */
export function shownDocuments(documents: readonly OrderDocument[]): readonly OrderDocument[] {
	return documents.filter((document) => !isReplaced(document, documents))
}

/** What a customer reads where there is nothing to open yet; undefined for a document that can be opened. */
export function waitingText({ estado, url }: Pick<OrderDocument, 'estado' | 'url'>): string | undefined {
	if (estado === 'rechazada') return 'La estamos corrigiendo. Te llegará por correo.'
	return url === null ? 'La estamos emitiendo. Te llegará por correo.' : undefined
}

/** Whether a document is made, or decided about, without anybody doing anything. */
export const isUnderWay = ({ estado }: Pick<OrderDocument, 'estado'>) => estado === 'por_emitir' || estado === 'emitida'
