import { z } from 'zod'
import { isRut, normalizeRut } from '#core/rules/person-data.ts'
import { variableGroup } from '#core/server/platform/variables.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import type { Emisor } from '#modules/tax-documents/server/tax-documents-port.ts'

const upTo = (longest: number) =>
	z
		.string()
		.trim()
		.min(1, 'no puede estar vacía')
		.max(longest, `tiene más de ${longest} caracteres: el SII no los acepta`)
const wholePesos = 'debe ser un número entero de pesos, 1 o más'

const variables = {
	TAX_DOCUMENTS: z.enum(['openfactura', 'none'], "debe ser 'openfactura' o 'none'").optional(),
	OPENFACTURA_API_KEY: z.string().trim().min(1).optional(),
	OPENFACTURA_API_URL: z
		.url({ protocol: /^https?$/, error: 'debe ser una dirección http(s)' })
		.transform((url) => url.replace(/\/+$/, ''))
		.refine((url) => new URL(url).pathname.endsWith('/v2/dte'), 'debe terminar en /v2/dte')
		.optional(),
	BOLETA_MODEL: z.enum(['siempre', 'no_emito'], "debe ser 'siempre' o 'no_emito'").default('siempre'),
	BOLETA_AT: z.enum(['pago', 'entrega'], "debe ser 'pago' o 'entrega'").default('pago'),
	UF_135: z.coerce.number(wholePesos).int(wholePesos).min(1, wholePesos).default(5_363_274),
	TAX_RUT: z.string().trim().refine(isRut, 'no es un RUT: su dígito verificador no corresponde').optional(),
	TAX_RAZON_SOCIAL: upTo(100).optional(),
	TAX_GIRO: upTo(80).optional(),
	TAX_ACTECO: z
		.string()
		.trim()
		.regex(/^\d{6}$/, 'debe ser un código de actividad del SII, de 6 cifras')
		.optional(),
	TAX_ADDRESS: upTo(70).optional(),
	TAX_COMUNA: upTo(20).optional(),
} as const

const variablesSchema = z.object(variables)
type TaxVariables = z.output<typeof variablesSchema>
export type TaxEnvironment = TaxVariables & { readonly isDemo: boolean }

/** Access to OpenFactura. Both are undefined for the demo's simulator. */
export interface OpenfacturaSettings {
	readonly apiKey: string | undefined
	/** Ends in `/v2/dte`. */
	readonly apiUrl: string | undefined
	readonly emisor: Emisor
}

export interface TaxSettings {
	/** undefined: documents are made by hand, or replaced by a gateway's receipt. */
	readonly openfactura: OpenfacturaSettings | undefined
	readonly boletaModel: TaxVariables['BOLETA_MODEL']
	readonly boletaAt: TaxVariables['BOLETA_AT']
	/** The CLP above which the law requires the buyer's name. */
	readonly uf135: number
}

/** An invalid company: a RUT of nines, and a name that says so. */
export const testCompany: Emisor = {
	rut: '99999999-9',
	razon_social: 'EMPRESA DE PRUEBA SpA (NO EXISTE)',
	giro: 'VENTA DE PRUEBA, SIN VALIDEZ TRIBUTARIA',
	acteco: 479_100,
	direccion: 'CALLE FICTICIA 123',
	comuna: 'SANTIAGO',
}

/** The provider's hosts of real and of test documents. */
const realHost = 'api.haulmer.com'
const testHost = 'dev-api.haulmer.com'

const neededForReal = [
	'OPENFACTURA_API_KEY',
	'TAX_RUT',
	'TAX_RAZON_SOCIAL',
	'TAX_GIRO',
	'TAX_ACTECO',
	'TAX_ADDRESS',
	'TAX_COMUNA',
] as const satisfies readonly (keyof TaxVariables)[]

function addressProblem(url: string | undefined, isDemo: boolean): string | undefined {
	if (url === undefined) return undefined
	const { hostname, pathname } = new URL(url)
	if (isDemo && hostname === realHost)
		return 'OPENFACTURA_API_URL emitiría documentos verdaderos por ventas de una demostración: usa https://dev-api.haulmer.com/v2/dte'
	if (!isDemo && (hostname === testHost || pathname.includes('/simuladores/')))
		return 'OPENFACTURA_API_URL hace documentos sin validez tributaria: no sirve con SHOP_MODE=production'
	return undefined
}

/** Whether documents are emitted, and whether they are real: not in a demo without a key. */
function modeOf({ TAX_DOCUMENTS, OPENFACTURA_API_KEY }: TaxVariables, isDemo: boolean): 'none' | 'test' | 'real' {
	if ((TAX_DOCUMENTS ?? (isDemo ? 'openfactura' : 'none')) === 'none') return 'none'
	return isDemo && OPENFACTURA_API_KEY === undefined ? 'test' : 'real'
}

export const taxVariables = variableGroup({
	variables,
	carrySecrets: ['OPENFACTURA_API_URL'],
	problems(values, isDemo) {
		const mode = modeOf(values, isDemo)
		if (mode === 'none') return []
		const why = isDemo ? 'OPENFACTURA_API_KEY la necesita' : 'TAX_DOCUMENTS=openfactura la necesita'
		const missing = neededForReal.filter((name) => mode === 'real' && values[name] === undefined)
		const problem = addressProblem(values.OPENFACTURA_API_URL, isDemo)
		return [...missing.map((name) => `${name} falta: ${why}`), ...(problem === undefined ? [] : [problem])]
	},
})

/** The settings derived from the variables of tax documents. */
export function taxSettings(variables: TaxEnvironment): TaxSettings {
	const { isDemo } = variables
	const { BOLETA_MODEL: boletaModel, BOLETA_AT: boletaAt, UF_135: uf135 } = variables
	const common = { boletaModel, boletaAt, uf135 }
	const mode = modeOf(variables, isDemo)
	if (mode === 'none') return { ...common, openfactura: undefined }
	const { OPENFACTURA_API_KEY: apiKey, OPENFACTURA_API_URL: apiUrl } = variables
	return {
		...common,
		openfactura: {
			apiKey,
			apiUrl: apiUrl ?? (mode === 'real' ? `https://${isDemo ? testHost : realHost}/v2/dte` : undefined),
			emisor: {
				rut: normalizeRut(variables.TAX_RUT ?? '') ?? testCompany.rut,
				razon_social: variables.TAX_RAZON_SOCIAL ?? testCompany.razon_social,
				giro: variables.TAX_GIRO ?? testCompany.giro,
				acteco: Number(variables.TAX_ACTECO ?? testCompany.acteco),
				direccion: variables.TAX_ADDRESS ?? testCompany.direccion,
				comuna: variables.TAX_COMUNA ?? testCompany.comuna,
			},
		},
	}
}

interface HasVariables {
	readonly variables: TaxEnvironment
}

/** The CLP above which the law requires the buyer's name. */
export const uf135Of = ({ variables }: HasVariables): number => variables.UF_135

/** When orders get a document that are placed now; null: the shop emits none for them. */
export function boletaTerms({ variables }: HasVariables): Pick<OrderRow, 'boleta_modelo' | 'boleta_momento'> {
	const { openfactura, boletaModel, boletaAt } = taxSettings(variables)
	return openfactura
		? { boleta_modelo: boletaModel, boleta_momento: boletaAt }
		: { boleta_modelo: null, boleta_momento: null }
}
