import type { DocumentAmounts } from '#domain/tax-documents/amounts.ts'

/** The tax authority's numbers of the documents that the shop makes: boleta electrónica, factura electrónica, nota de crédito. */
export const tiposDocumento = [39, 33, 61] as const
export type TipoDocumento = (typeof tiposDocumento)[number]

/** The kinds that stand for a sale; a 61 annuls one of them. */
export const tiposVenta = [39, 33] as const satisfies readonly TipoDocumento[]
export type TipoVenta = (typeof tiposVenta)[number]

/**
 * `emitida`: with a folio, undecided by the tax authority; `aceptada`: also with objections; `por_revisar`: nothing is sent
 * by itself.
 */
export const estadosDocumento = ['por_emitir', 'emitida', 'aceptada', 'rechazada', 'por_revisar'] as const
export type EstadoDocumento = (typeof estadosDocumento)[number]

/** What the owner declared to the tax authority: a boleta for every sale, or none where a gateway's receipt stands for it. */
export const boletaModels = ['siempre', 'no_emito'] as const
export type BoletaModel = (typeof boletaModels)[number]

/** When a sale gets its document: when its money is there, or when its units are handed over. */
export const boletaMoments = ['pago', 'entrega'] as const
export type BoletaMoment = (typeof boletaMoments)[number]

/** How the tax authority numbers means of payment: cash, electronic, transfer. */
export type MedioPagoSii = 1 | 2 | 3

/** Who buys, where the document names them. A boleta may leave out all but RUT and name; a factura carries everything. */
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

/** One legal document as the shop wants it made, in whole pesos with IVA included. */
export interface TaxDocument extends DocumentAmounts {
	/** The key under which it is made once, however often it is sent. */
	readonly id: string
	readonly tipo: TipoDocumento
	/** Date of emission in Santiago, `AAAA-MM-DD`; the same at every try. */
	readonly fecha: string
	/** null: a consumer who is not named. */
	readonly receptor: Receptor | null
	readonly medio_pago: MedioPagoSii
	/** Only of a 61, and always there. */
	readonly referencia: Referencia | null
}
