import { isRecord } from '#core/rules/values.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import {
	type Comprador,
	type CompradorField,
	compradorFields,
	compradorProblems,
	type Factura,
	type FacturaField,
	facturaFields,
	facturaProblems,
	type ReceptorProblems,
} from '#modules/tax-documents/receptor.ts'

/** The chosen document, and its recipient as typed; only the fields of the chosen document are sent. */
export interface DocumentForm {
	readonly documento: 'boleta' | 'factura'
	readonly factura: Factura
	readonly comprador: Comprador
}

export type ReceptorField = FacturaField | CompradorField

export const emptyDocument: DocumentForm = {
	documento: 'boleta',
	factura: { rut: '', razon_social: '', giro: '', direccion: '', comuna: '' },
	comprador: { rut: '', nombre: '' },
}

/** Whether every factura field is empty. */
export const isBlank = (factura: Factura): boolean => Object.values(factura).every((value) => value.trim() === '')

/** The fields of `empty` with the stored texts. */
function readTexts<Fields extends Factura | Comprador>(empty: Fields, value: unknown): Fields {
	const saved = new Map(Object.entries(isRecord(value) ? value : {}))
	const texts = Object.keys(empty).map((name) => {
		const text = saved.get(name)
		return [name, typeof text === 'string' ? text.slice(0, 100) : ''] as const
	})
	return { ...empty, ...Object.fromEntries(texts) }
}

/** Restores a form stored before a reload; invalid parts are reset. */
export function readDocumentForm(value: unknown): DocumentForm {
	if (!isRecord(value)) return emptyDocument
	return {
		documento: value.documento === 'factura' ? 'factura' : 'boleta',
		factura: readTexts(emptyDocument.factura, value.factura),
		comprador: readTexts(emptyDocument.comprador, value.comprador),
	}
}

/** The recipient in the order's request; empty for an anonymous boleta. */
export function receptorOf(
	{ documento, factura, comprador }: DocumentForm,
	requiresBuyer: boolean,
): Pick<PlaceOrderRequest, 'factura' | 'comprador'> {
	if (documento === 'factura') return { factura }
	return requiresBuyer ? { comprador } : {}
}

/** The problems to fix before the order is sent. `requiresBuyer`: the buyer is required by law. */
export function documentProblems(
	{ documento, factura, comprador }: DocumentForm,
	requiresBuyer: boolean,
): ReceptorProblems {
	if (documento === 'factura') return facturaProblems(factura)
	return requiresBuyer ? compradorProblems(comprador) : {}
}

const fields: readonly ReceptorField[] = [...facturaFields, ...compradorFields]

/** The first field with a problem; undefined without one. */
export const wrongField = (problems: ReceptorProblems): ReceptorField | undefined =>
	fields.find((field) => problems[field])

const receptorCodes: readonly string[] = ['rut_invalido', 'rut_requerido', 'factura_incompleta']

/** The field that a refusal of the server names; undefined for a refusal of anything else. */
export function refusedField(code: string, campo: unknown): ReceptorField | undefined {
	if (!receptorCodes.includes(code)) return undefined
	return fields.find((known) => known === campo) ?? 'rut'
}
