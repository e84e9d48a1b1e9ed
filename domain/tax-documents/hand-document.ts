import type { EstadoDocumento } from '#domain/tax-documents/tax-document.ts'

/**
 * Whether a document that the shop was to make has no folio and is before staff: it was refused, or nobody knows whether it was
 * made. Staff who find it at the provider write its folio down instead of having it made a second time.
 */
export function isLost({
	estado,
	folio,
}: {
	readonly estado: EstadoDocumento
	readonly folio: number | null
}): boolean {
	return estado === 'por_revisar' && folio === null
}

/** The most bytes of a document's PDF that staff upload. */
export const maxPdfBytes = 2_000_000

/** Whether bytes begin as a PDF does. */
export function isPdf(bytes: Uint8Array): boolean {
	return ['%', 'P', 'D', 'F', '-'].every((sign, at) => bytes[at] === sign.charCodeAt(0))
}
