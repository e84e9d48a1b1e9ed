import { createHmac } from 'node:crypto'
import { normalizeRut } from '#core/rules/person-data.ts'
import type { KeyedProvider, ReportKey } from '#core/server/platform/provider-key.ts'
import type { Processor } from '#modules/legal/processors.ts'
import { createOpenfactura, type Openfactura, type Organization } from '#modules/tax-documents/server/openfactura.ts'
import { createCallPace } from '#modules/tax-documents/server/openfactura-client.ts'
import type { TaxSetup } from '#modules/tax-documents/server/tax-documents-port.ts'
import { type TaxEnvironment, taxSettings, testCompany } from '#modules/tax-documents/server/tax-variables.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** What a demo has for its simulator of the provider. */
interface DemoAccess {
	readonly secrets: { readonly secretKey: string }
	readonly simulatorsUrl: string
}

export interface TaxNeeds {
	readonly env: TaxEnvironment
	readonly demo: DemoAccess | undefined
	/** Absent for the doctor, which tells by itself. */
	readonly reportKey?: (provider: KeyedProvider) => ReportKey
}

export const simulatorKey = ({ secretKey }: DemoAccess['secrets']): string =>
	createHmac('sha256', secretKey).update('openfactura').digest('hex').slice(0, 32)

/** What the demo's simulator of OpenFactura has to know. */
export function simulatorOptions(secrets: DemoAccess['secrets'], env: TaxEnvironment) {
	const { rut, razon_social: razonSocial, ...rest } = taxSettings(env).openfactura?.emisor ?? testCompany
	const { giro, acteco, direccion, comuna } = rest
	return { apiKey: simulatorKey(secrets), organization: { rut, razonSocial, giro, acteco, direccion, comuna } }
}

/**
 * OpenFactura as configured, undefined without configuration; in a demo without a key, its simulator, for which
 * `limitScale` widens the provider's limits.
 */
function openOpenfactura({ env, demo, reportKey }: TaxNeeds, limitScale = 1): Openfactura | undefined {
	const { openfactura } = taxSettings(env)
	if (!openfactura) return undefined
	const { apiKey = demo && simulatorKey(demo.secrets), emisor } = openfactura
	const apiUrl = openfactura.apiUrl ?? (demo && `${demo.simulatorsUrl}/openfactura/v2/dte`)
	if (apiKey === undefined || apiUrl === undefined) return undefined
	// The published limits, less one call a minute.
	const pace = createCallPace({ perSecond: 3 * limitScale, perMinute: 99 * limitScale })
	return createOpenfactura({ apiKey, apiUrl, pace, onKey: reportKey?.('openfactura') }, emisor)
}

/** The provider of tax documents; undefined: none are emitted. */
export function openTaxSetup(needs: TaxNeeds, limitScale?: number): TaxSetup | undefined {
	const provider = openOpenfactura(needs, limitScale)
	// The provider spaces its calls itself.
	return provider && { provider, pauseMs: 0 }
}

interface Settings {
	readonly env: TaxEnvironment
	/** The seller's RUT in the owner's settings. */
	readonly sellerRut: string | null
}

/** Below this number the shop may run out of folios before more arrive. */
const fewFolios = 20

/** Checks that the provider would emit documents. Throws a sentence for a problem. */
export async function probeTaxDocuments(settings: Settings): Promise<string> {
	const { openfactura, boletaModel } = taxSettings(settings.env)
	if (!openfactura)
		return `none: ${boletaModel === 'siempre' ? 'cada boleta se emite a mano' : 'vale el comprobante de la pasarela; las de transferencia y efectivo se emiten a mano'}`
	const provider = openOpenfactura({ env: settings.env, demo: undefined })
	return provider ? await tryTaxDocuments(settings, provider) : 'simuladas, sin validez tributaria'
}

/** Compares the shop's data on documents with the provider's data of the company. */
export async function tryTaxDocuments(settings: Settings, provider: Openfactura): Promise<string> {
	const company = await provider.organization()
	if (company.kind === 'rate_limited') throw new Error('recibió demasiadas llamadas: prueba de nuevo en un minuto')
	if (company.kind === 'unknown') throw new Error(company.reason)
	const problems = problemsOf(settings, company)
	const folios = await provider.folios()
	const left = folios.kind === 'folios' ? folios.remaining : new Map<number, number>()
	const none = tiposDocumento.filter((tipo) => left.get(tipo) === 0)
	if (none.length > 0) problems.push(`no quedan folios de tipo ${none.join(', ')}`)
	if (problems.length > 0) throw new Error(problems.join('; '))
	const unanswered = folios.kind === 'unknown' ? [`ojo: no respondió cuántos folios quedan (${folios.reason})`] : []
	return [`acepta la llave de ${company.razon_social}`, ...remarksOf(settings, company, left), ...unanswered].join('; ')
}

function problemsOf({ env, sellerRut }: Settings, { rut, actividades, resolucion }: Organization): string[] {
	const emisor = taxSettings(env).openfactura?.emisor
	const problems: string[] = []
	if (normalizeRut(rut) !== emisor?.rut) problems.push(`la llave es del RUT ${rut}, y TAX_RUT es ${emisor?.rut}`)
	if (normalizeRut(sellerRut ?? '') !== emisor?.rut)
		problems.push(
			`TAX_RUT (${emisor?.rut}) no es el de la tienda en Ajustes (${sellerRut}): vende una empresa y emite otra`,
		)
	if (actividades.length > 0 && !actividades.map(Number).includes(Number(emisor?.acteco)))
		problems.push(`TAX_ACTECO ${emisor?.acteco} no es de esa empresa, que tiene ${actividades.join(', ')}`)
	if (!resolucion) problems.push('el SII no le dio resolución para emitir')
	return problems
}

function remarksOf(
	{ env }: Settings,
	{ razon_social, resolucion }: Organization,
	left: ReadonlyMap<number, number>,
): string[] {
	const remarks = [`resolución N° ${resolucion?.numero} de ${resolucion?.fecha}`]
	if (!env.isDemo && resolucion?.numero === 0)
		remarks.push('ojo: la resolución N° 0 es la de certificación; pregunta a Haulmer si tus documentos valen')
	if (razon_social !== taxSettings(env).openfactura?.emisor.razon_social)
		remarks.push('ojo: TAX_RAZON_SOCIAL se escribe distinto, y debe ser como la tiene el SII')
	const counts = [...left].map(([tipo, count]) => `${count} de tipo ${tipo}`)
	remarks.push(counts.length > 0 ? `quedan folios: ${counts.join(', ')}` : 'no dice cuántos folios quedan')
	const few = [...left].filter(([, count]) => count < fewFolios).map(([tipo]) => tipo)
	if (few.length > 0) remarks.push(`ojo: quedan pocos de tipo ${few.join(', ')}`)
	// The provider omits types without requested folios: the first factura would wait for them.
	const unnamed = left.size > 0 ? tiposDocumento.filter((tipo) => !left.has(tipo)) : []
	if (unnamed.length > 0) remarks.push(`ojo: no nombra folios de tipo ${unnamed.join(', ')}; sin ellos no se emite`)
	return remarks
}

export const documentsProbe = { what: 'boletas', failure: 'no se pueden emitir', probe: probeTaxDocuments }

const openfactura: Processor = {
	clave: 'openfactura',
	nombre: 'Haulmer (OpenFactura)',
	finalidad: 'Emitir las boletas y facturas y entregarlas al SII',
	pais: 'Chile',
	enlace: 'https://www.haulmer.com/',
}

/** The provider of tax documents, where one is configured. */
export const documentProcessors = (env: TaxEnvironment): readonly Processor[] =>
	taxSettings(env).openfactura ? [openfactura] : []
