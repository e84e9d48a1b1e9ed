import type { DocumentAmounts } from '#modules/tax-documents/amounts.ts'

/** The tax authority's numbers of the shop's documents: boleta electrónica, factura electrónica, nota de crédito. */
export const tiposDocumento = [39, 33, 61] as const
export type TipoDocumento = (typeof tiposDocumento)[number]

/** The types of a sale; a 61 annuls one of them. */
export const tiposVenta = [39, 33] as const satisfies readonly TipoDocumento[]
export type TipoVenta = (typeof tiposVenta)[number]

/**
 * `emitida`: with a folio, undecided by the tax authority; `aceptada`: also with objections; `por_revisar`: not sent
 * automatically.
 */
export const estadosDocumento = ['por_emitir', 'emitida', 'aceptada', 'rechazada', 'por_revisar'] as const
export type EstadoDocumento = (typeof estadosDocumento)[number]

/** The tax authority's numbers of means of payment: cash, electronic, transfer. */
export type MedioPagoSii = 1 | 2 | 3

/** The buyer of a document. A boleta needs only RUT and name; a factura has every field. */
export interface Receptor {
	readonly rut: string
	readonly razon_social: string
	readonly giro?: string
	readonly direccion?: string
	readonly comuna?: string
}

export interface Referencia {
	readonly tipo: TipoVenta
	readonly folio: number
	readonly fecha: string
	readonly motivo: string
}

/** One legal document to emit, in whole CLP with IVA included. */
export interface TaxDocument extends DocumentAmounts {
	/** The provider's idempotency key. */
	readonly id: string
	readonly tipo: TipoDocumento
	/** Date of emission in Santiago, `AAAA-MM-DD`; the same at every try. */
	readonly fecha: string
	/** null: an anonymous consumer. */
	readonly receptor: Receptor | null
	readonly medio_pago: MedioPagoSii
	/** Only of a 61, and always there. */
	readonly referencia: Referencia | null
}
