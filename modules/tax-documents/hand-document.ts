import type { EstadoDocumento } from '#modules/tax-documents/tax-document.ts'

/**
 * Whether a document without a folio needs a review by staff. If the provider has it, staff record its folio, and it is
 * not emitted twice.
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

export const maxPdfBytes = 2_000_000

export function isPdf(bytes: Uint8Array): boolean {
	return ['%', 'P', 'D', 'F', '-'].every((sign, at) => bytes[at] === sign.charCodeAt(0))
}
