import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { wrongRutText } from '#core/rules/rut.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes/place-order.ts'
import {
	cleanComprador,
	cleanFactura,
	compradorProblems,
	type Factura,
	facturaProblems,
	type ReceptorProblems,
} from '#modules/tax-documents/receptor.ts'
import type { ReceptorRow } from '#modules/tax-documents/tables.ts'

/** The recipient of an order's tax document. */
export type Receptor = Omit<ReceptorRow, 'orden_id'>

/**
 * Returns the recipient of the requested factura; null for a boleta. Fails with `rut_invalido` and
 * `factura_incompleta`, which name the field in `campo`.
 */
export function checkFactura({ factura }: Pick<PlaceOrderRequest, 'factura'>): Factura | null | Failure {
	if (!factura) return null
	return refusalOf(facturaProblems(factura), 'factura_incompleta') ?? cleanFactura(factura)
}

/**
 * Returns the recipient of the tax document of an order over `total` CLP; null for an anonymous boleta. Above
 * `uf135` the law requires the buyer's name: fails with `rut_requerido` and `rut_invalido`. Below it, no data of
 * the buyer is stored.
 */
export function chooseReceptor(
	{ factura, comprador }: { factura: Factura | null; comprador: PlaceOrderRequest['comprador'] },
	total: number,
	uf135: number,
): Receptor | null | Failure {
	if (factura) return { tipo: 33, ...factura }
	if (total <= uf135) return null
	if (!comprador) return fail('rut_requerido', { extra: { campo: 'rut' } })
	const refusal = refusalOf(compradorProblems(comprador), 'rut_requerido')
	if (isFailure(refusal)) return refusal
	const { rut, nombre } = cleanComprador(comprador)
	return { tipo: 39, rut, razon_social: nombre, giro: null, direccion: null, comuna: null }
}

/** The first invalid field; an invalid RUT has a code of its own. */
function refusalOf(problems: ReceptorProblems, code: 'factura_incompleta' | 'rut_requerido'): Failure | undefined {
	const [first] = Object.entries(problems)
	if (!first) return undefined
	const [campo, text] = first
	return fail(text === wrongRutText ? 'rut_invalido' : code, { text, extra: { campo } })
}
