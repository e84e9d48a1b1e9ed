import { expect, it } from 'vitest'
import { readEnvironment } from '#modules/lists/environment.ts'
import { probeTaxDocuments, tryTaxDocuments } from '#modules/tax-documents/server/open-tax-documents.ts'
import type { Openfactura, Organization } from '#modules/tax-documents/server/openfactura.ts'
import { testCompany } from '#modules/tax-documents/server/tax-variables.ts'

const demo = readEnvironment({})
const env = { env: demo, sellerRut: '99.999.999-9' }
const company: Organization = {
	kind: 'organization',
	rut: testCompany.rut,
	razon_social: testCompany.razon_social,
	actividades: ['479100'],
	resolucion: { fecha: '2014-08-22', numero: 80 },
}

/** The finding when the provider returns this company and this number of folios. */
function found(
	changes: Partial<Organization> = {},
	folios: [33 | 39 | 61, number][] = [
		[39, 500],
		[33, 500],
		[61, 500],
	],
	settings = env,
) {
	const provider: Pick<Openfactura, 'organization' | 'folios'> = {
		organization: async () => ({ ...company, ...changes }),
		folios: async () => ({ kind: 'folios', remaining: new Map(folios) }),
	}
	return tryTaxDocuments(settings, provider as Openfactura)
}

it('reports that documents can be emitted', async () => {
	expect(await found()).toBe(
		`acepta la llave de ${testCompany.razon_social}; resolución N° 80 de 2014-08-22; quedan folios: 500 de tipo 39, 500 de tipo 33, 500 de tipo 61`,
	)
})

it.each([
	['a key of another company', () => found({ rut: '11111111-1' }), 'la llave es del RUT 11111111-1'],
	['another seller', () => found({}, [], { ...env, sellerRut: '76.192.083-9' }), 'vende una empresa y emite otra'],
	['an activity that it does not have', () => found({ actividades: ['620200'] }), 'TAX_ACTECO 479100 no es'],
	['no resolution', () => found({ resolucion: undefined }), 'no le dio resolución'],
	['no folios', () => found({}, [[39, 0]]), 'no quedan folios de tipo 39'],
])('reports %s', async (_name, probe, text) => {
	await expect(probe()).rejects.toThrow(text)
})

it.each([
	['few folios', () => found({}, [[39, 19]]), 'quedan pocos de tipo 39'],
	['folios that were never asked for', () => found({}, [[39, 500]]), 'no nombra folios de tipo 33, 61'],
	['a name that is written otherwise', () => found({ razon_social: 'Otra' }), 'TAX_RAZON_SOCIAL se escribe distinto'],
	[
		'the resolution for trying',
		() =>
			found({ resolucion: { fecha: '2026-01-01', numero: 0 } }, [], {
				...env,
				env: { ...demo, isDemo: false, TAX_DOCUMENTS: 'openfactura' },
			}),
		'N° 0',
	],
])('remarks on %s', async (_name, probe, text) => {
	expect(await probe()).toContain(text)
})

it('makes no call when documents are simulated or made by hand', async () => {
	expect(await probeTaxDocuments(env)).toContain('sin validez tributaria')
	expect(await probeTaxDocuments({ env: readEnvironment({ TAX_DOCUMENTS: 'none' }), sellerRut: null })).toContain(
		'a mano',
	)
})

it('reports an unreachable provider', async () => {
	const access = { OPENFACTURA_API_KEY: 'llave', OPENFACTURA_API_URL: 'http://127.0.0.1:9/v2/dte' }
	await expect(probeTaxDocuments({ ...env, env: { ...demo, ...access } })).rejects.toThrow('no answer from 127.0.0.1:9')
})
