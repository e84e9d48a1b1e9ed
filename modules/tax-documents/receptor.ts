import { formatRut, isRut, normalizeRut, wrongRutText } from '#core/rules/person-data.ts'
import { documentName, documentTitle } from '#modules/tax-documents/document-text.ts'
import type { TipoDocumento, TipoVenta } from '#modules/tax-documents/tax-document.ts'

export interface Factura {
	/** `12345678-9`, as `normalizeRut` returns it. */
	readonly rut: string
	readonly razon_social: string
	readonly giro: string
	readonly direccion: string
	readonly comuna: string
}

/** The buyer on a boleta above 135 UF, as the law requires. */
export interface Comprador {
	readonly rut: string
	readonly nombre: string
}

export const facturaFields = ['rut', 'razon_social', 'giro', 'direccion', 'comuna'] as const
export type FacturaField = (typeof facturaFields)[number]
export const compradorFields = ['rut', 'nombre'] as const
export type CompradorField = (typeof compradorFields)[number]

/** The problem of each field, in a sentence; valid fields are absent. */
export type ReceptorProblems = Readonly<Partial<Record<FacturaField | CompradorField, string>>>

/** The RUT of an anonymous consumer on documents. */
const anyConsumerRut = '66666666-6'

/** The tax authority's maximum length of each field. The provider truncates a giro where it accepts less. */
export const receptorLimits = { razon_social: 100, nombre: 100, giro: 80, direccion: 70, comuna: 20 } as const

const names = {
	razon_social: ['la razón social', 'La razón social'],
	nombre: ['el nombre de quien compra', 'El nombre'],
	giro: ['el giro', 'El giro'],
	direccion: ['la dirección que va en la factura', 'La dirección'],
	comuna: ['la comuna que va en la factura', 'La comuna'],
} as const

/** Typographic characters of phones, and their plain form. */
const plainSigns: readonly (readonly [RegExp, string])[] = [
	[/[‘’]/g, "'"],
	[/[“”]/g, '"'],
	[/[–—]/g, '-'],
	[/…/g, '...'],
]

/** A text for tax documents: trimmed, with plain quotation marks and dashes. */
function documentText(text: string): string {
	return plainSigns.reduce((clean, [sign, plain]) => clean.replace(sign, plain), text.normalize('NFC').trim())
}

/** The problem of a RUT for a document; empty for a valid one. */
function rutProblem(rut: string): string {
	if (rut.trim() === '') return 'Escribe el RUT.'
	return isRut(rut) && normalizeRut(rut) !== anyConsumerRut ? '' : wrongRutText
}

function textProblem(field: keyof typeof names, value: string): string {
	const text = documentText(value)
	const [what, begin] = names[field]
	if (text === '') return `Escribe ${what}.`
	const limit = receptorLimits[field]
	if (text.length > limit) return `${begin} puede tener hasta ${limit} caracteres.`
	// Tax documents are encoded in ISO-8859-1.
	return /^[\x20-\x7e\xa0-\xff]*$/.test(text) ? '' : `${begin} tiene signos que un documento tributario no acepta.`
}

export const receptorProblem = (field: FacturaField | CompradorField, value: string): string =>
	field === 'rut' ? rutProblem(value) : textProblem(field, value)

function problemsOf<Field extends FacturaField | CompradorField>(
	fields: readonly Field[],
	values: Readonly<Record<Field, string>>,
): ReceptorProblems {
	const problems = fields.map((field) => [field, receptorProblem(field, values[field])] as const)
	return Object.fromEntries(problems.filter(([, problem]) => problem !== ''))
}

/** The problems of a factura's recipient; empty for a valid one. */
export const facturaProblems = (factura: Factura): ReceptorProblems => problemsOf(facturaFields, factura)

/** The problems of a buyer on a boleta above 135 UF; empty for a valid one. */
export const compradorProblems = (comprador: Comprador): ReceptorProblems => problemsOf(compradorFields, comprador)

/** A valid factura as stored and sent: its RUT in the tax authority's form, its texts cleaned. */
export function cleanFactura({ rut, razon_social, giro, direccion, comuna }: Factura): Factura {
	return {
		rut: normalizeRut(rut) ?? rut,
		razon_social: documentText(razon_social),
		giro: documentText(giro),
		direccion: documentText(direccion),
		comuna: documentText(comuna),
	}
}

export const cleanComprador = ({ rut, nombre }: Comprador): Comprador => ({
	rut: normalizeRut(rut) ?? rut,
	nombre: documentText(nombre),
})

interface Named {
	readonly rut: string
	readonly razon_social: string
}

/** A company, or a person, for display: `Comercial Ñandú SpA, RUT 76.192.083-9`. */
export const companyText = ({ rut, razon_social }: Named): string => `${razon_social}, RUT ${formatRut(rut)}`

/** The recipient of an order's document: `Factura a nombre de`, `Comercial Ñandú SpA, RUT 76.192.083-9`. */
export function receptorText(receptor: Named & { readonly tipo: TipoVenta }): readonly [string, string] {
	return [`${documentName[receptor.tipo]} a nombre de`, companyText(receptor)]
}

/** What the panel's search found an order by, if it was a document or its recipient. */
export function documentReason({
	por,
	documento,
	receptor,
}: {
	readonly por: string
	readonly documento: { readonly tipo: TipoDocumento; readonly folio: number } | null
	readonly receptor: Named | null
}): string | undefined {
	if (por === 'documento' && documento) return documentTitle(documento)
	const isByReceptor = por === 'rut' || por === 'razon_social'
	return receptor && isByReceptor ? `${receptor.razon_social} · ${formatRut(receptor.rut)}` : undefined
}
