import { isRut, normalizeRut } from '#domain/rut.ts'

export interface Factura {
	/** `12345678-9`, as `normalizeRut` gives it, once it was read. */
	readonly rut: string
	readonly razon_social: string
	/** What the company does. */
	readonly giro: string
	readonly direccion: string
	readonly comuna: string
}

/** Who buys, where the law asks for it on a boleta: above 135 UF. */
export interface Comprador {
	readonly rut: string
	readonly nombre: string
}

export const facturaFields = ['rut', 'razon_social', 'giro', 'direccion', 'comuna'] as const
export type FacturaField = (typeof facturaFields)[number]
export const compradorFields = ['rut', 'nombre'] as const
export type CompradorField = (typeof compradorFields)[number]

/** What is wrong with each field, in a sentence; a field that is right is not there. */
export type ReceptorProblems = Readonly<Partial<Record<FacturaField | CompradorField, string>>>

/** The RUT that stands on documents for a consumer whom nobody named. */
export const anyConsumerRut = '66666666-6'

export const wrongRutText = 'Ese RUT no es válido. Revisa los números y el dígito verificador.'

/** The most characters of each field: what the tax authority takes. The provider cuts a giro where it takes less. */
export const receptorLimits = { razon_social: 100, nombre: 100, giro: 80, direccion: 70, comuna: 20 } as const

const names = {
	razon_social: ['la razón social', 'La razón social'],
	nombre: ['el nombre de quien compra', 'El nombre'],
	giro: ['el giro', 'El giro'],
	direccion: ['la dirección que va en la factura', 'La dirección'],
	comuna: ['la comuna que va en la factura', 'La comuna'],
} as const

/** What phones type in place of plain signs. */
const plainSigns: readonly (readonly [RegExp, string])[] = [
	[/[‘’]/g, "'"],
	[/[“”]/g, '"'],
	[/[–—]/g, '-'],
	[/…/g, '...'],
]

/** A text as a tax document can carry it: trimmed, with plain quotation marks and dashes. */
function documentText(text: string): string {
	return plainSigns.reduce((clean, [sign, plain]) => clean.replace(sign, plain), text.normalize('NFC').trim())
}

/** What is wrong with a RUT that a document is to name; empty for one that is right. */
export function rutProblem(rut: string): string {
	if (rut.trim() === '') return 'Escribe el RUT.'
	return isRut(rut) && normalizeRut(rut) !== anyConsumerRut ? '' : wrongRutText
}

function textProblem(field: keyof typeof names, value: string): string {
	const text = documentText(value)
	const [what, begin] = names[field]
	if (text === '') return `Escribe ${what}.`
	const limit = receptorLimits[field]
	if (text.length > limit) return `${begin} puede tener hasta ${limit} caracteres.`
	// Tax documents are written in ISO-8859-1.
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

/** What keeps a factura from being made out so; nothing where it is whole. */
export const facturaProblems = (factura: Factura): ReceptorProblems => problemsOf(facturaFields, factura)

/** What keeps a boleta above 135 UF from naming its buyer so; nothing where it is whole. */
export const compradorProblems = (comprador: Comprador): ReceptorProblems => problemsOf(compradorFields, comprador)

/** A factura without problems as it is kept and sent: its RUT in the tax authority's form, its texts cleaned. */
export function cleanFactura({ rut, razon_social, giro, direccion, comuna }: Factura): Factura {
	return {
		rut: normalizeRut(rut) ?? rut,
		razon_social: documentText(razon_social),
		giro: documentText(giro),
		direccion: documentText(direccion),
		comuna: documentText(comuna),
	}
}

/** A buyer without problems as they are kept and sent. */
export const cleanComprador = ({ rut, nombre }: Comprador): Comprador => ({
	rut: normalizeRut(rut) ?? rut,
	nombre: documentText(nombre),
})
