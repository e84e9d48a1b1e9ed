import { splitIva } from '#core/rules/iva.ts'
import { type Clp, clp, sumClp } from '#core/rules/money.ts'

/** One line with IVA included: `monto` is `precio` times `cantidad`. */
export interface DocumentLine {
	readonly nombre: string
	readonly cantidad: number
	readonly precio: Clp
	readonly monto: Clp
}

/** The CLP of a document: `sum of lines − descuento = total = neto + iva`. Lines and discount include IVA. */
export interface DocumentAmounts {
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
