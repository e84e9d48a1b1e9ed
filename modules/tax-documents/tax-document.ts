import { type Clp, clp, splitIva, sumClp } from '#core/rules/money.ts'

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
type MedioPagoSii = 1 | 2 | 3

/** The buyer of a document. A boleta needs only RUT and name; a factura has every field. */
export interface Receptor {
	readonly rut: string
	readonly razon_social: string
	readonly giro?: string
	readonly direccion?: string
	readonly comuna?: string
}

interface Referencia {
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

/** One line with IVA included: `monto` is `precio` times `cantidad`. */
interface DocumentLine {
	readonly nombre: string
	readonly cantidad: number
	readonly precio: Clp
	readonly monto: Clp
}

/** The CLP of a document: `sum of lines − descuento = total = neto + iva`. Lines and discount include IVA. */
interface DocumentAmounts {
	readonly lineas: readonly DocumentLine[]
	readonly descuento: Clp
	readonly neto: Clp
	readonly iva: Clp
	readonly total: Clp
}

/** The tax authority's maximum length of a line's name. */
const maxName = 80

/** The amounts of a document over `total` CLP. The difference to lines and delivery is a discount, or one more line. */
export function amountsOf(
	order: {
		readonly lines: readonly { readonly nombre: string; readonly cantidad: number; readonly precio: number }[]
		readonly despacho: number
	},
	total: number,
): DocumentAmounts {
	const sold = order.lines
		.filter(({ precio }) => precio > 0)
		.map(({ nombre, cantidad, precio }) => lineOf(nombre, cantidad, precio))
	const delivered = order.despacho > 0 ? [...sold, lineOf('Despacho', 1, order.despacho)] : sold
	const gap = total - sumClp(delivered.map(({ monto }) => monto))
	const lineas = gap > 0 ? [...delivered, lineOf('Ajuste', 1, gap)] : delivered
	return { lineas, descuento: clp(Math.max(0, -gap)), total: clp(total), ...splitIva(total) }
}

function lineOf(nombre: string, cantidad: number, precio: number): DocumentLine {
	return { nombre: nombre.slice(0, maxName), cantidad, precio: clp(precio), monto: clp(cantidad * precio) }
}

/** A document's contribution to its month, in whole CLP: negative for a nota de crédito. */
interface BookAmounts {
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

/** Which documents staff may emit again. An emitted one is polled every minute anyway. */
export const canEmitAgain: Readonly<Record<EstadoDocumento, boolean>> = {
	por_emitir: true,
	emitida: false,
	aceptada: false,
	rechazada: true,
	por_revisar: true,
}
