import { splitIva } from '#core/rules/iva.ts'
import type { EstadoDocumento, TipoDocumento } from '#modules/tax-documents/tax-document.ts'

/** A document's contribution to its month, in whole CLP: negative for a nota de crédito. */
export interface BookAmounts {
	readonly neto: number
	readonly iva: number
	readonly total: number
}

/** The contribution of a document over `monto` CLP. */
export function bookAmounts({ tipo, monto }: { tipo: TipoDocumento; monto: number }): BookAmounts {
	const { neto, iva } = splitIva(monto)
	return tipo === 61 ? { neto: 0 - neto, iva: 0 - iva, total: 0 - monto } : { neto, iva, total: monto }
}

/** Which documents with a folio belong in the books: a rejected one was never made. */
export const isBooked: Readonly<Record<EstadoDocumento, boolean>> = {
	por_emitir: false,
	emitida: true,
	aceptada: true,
	rechazada: false,
	por_revisar: true,
}
