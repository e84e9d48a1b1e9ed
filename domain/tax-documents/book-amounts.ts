import { splitIva } from '#domain/tax-documents/amounts.ts'
import type { EstadoDocumento, TipoDocumento } from '#domain/tax-documents/tax-document.ts'

/** What a document adds to the sums of its month, in whole pesos: below zero where it takes a sale back. */
export interface BookAmounts {
	readonly neto: number
	readonly iva: number
	readonly total: number
}

/** What a document over `monto` pesos adds to the sums of its month. */
export function bookAmounts({ tipo, monto }: { tipo: TipoDocumento; monto: number }): BookAmounts {
	const { neto, iva } = splitIva(monto)
	return tipo === 61 ? { neto: 0 - neto, iva: 0 - iva, total: 0 - monto } : { neto, iva, total: monto }
}

/** Which documents with a folio belong in the books: what the tax authority rejected was never made. */
export const isBooked: Readonly<Record<EstadoDocumento, boolean>> = {
	por_emitir: false,
	emitida: true,
	aceptada: true,
	rechazada: false,
	por_revisar: true,
}
