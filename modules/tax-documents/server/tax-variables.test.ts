import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { taxSettings, taxVariables, testCompany } from './tax-variables.ts'

const company = {
	TAX_RUT: '76.192.083-9',
	TAX_RAZON_SOCIAL: 'Premium Shaker SpA',
	TAX_GIRO: 'Venta por internet',
	TAX_ACTECO: '479100',
	TAX_ADDRESS: 'Calle 1',
	TAX_COMUNA: 'Santiago',
}
const real = { TAX_DOCUMENTS: 'openfactura', OPENFACTURA_API_KEY: 'llave', ...company }

function read(variables: Record<string, string>, isDemo: boolean) {
	const values = z.object(taxVariables.variables).parse(variables)
	return { settings: taxSettings({ ...values, isDemo }), problems: taxVariables.problems?.(values, isDemo) }
}

describe('the settings of tax documents', () => {
	it('default to an invented company and the simulator in a demo', () => {
		const { settings, problems } = read({}, true)
		expect(problems).toEqual([])
		expect(settings).toMatchObject({ boletaModel: 'siempre', boletaAt: 'pago', uf135: 5_363_274 })
		expect(settings.openfactura).toEqual({ apiKey: undefined, apiUrl: undefined, emisor: testCompany })
		expect(testCompany.razon_social).toContain('PRUEBA')
	})

	it('emit no documents in production by default', () => {
		expect(read({}, false)).toMatchObject({ settings: { openfactura: undefined }, problems: [] })
		expect(read({ TAX_DOCUMENTS: 'none' }, true).settings.openfactura).toBeUndefined()
	})

	it('require the key and the whole company for real documents', () => {
		expect(read(real, false)).toMatchObject({
			problems: [],
			settings: {
				openfactura: {
					apiUrl: 'https://api.haulmer.com/v2/dte',
					emisor: { rut: '76192083-9', acteco: 479_100, comuna: 'Santiago' },
				},
			},
		})
		const { problems } = read({ TAX_DOCUMENTS: 'openfactura', ...company, TAX_GIRO: 'Venta' }, false)
		expect(problems).toEqual(['OPENFACTURA_API_KEY falta: TAX_DOCUMENTS=openfactura la necesita'])
		for (const name of Object.keys(real).filter((one) => one !== 'TAX_DOCUMENTS')) {
			const { [name]: _, ...rest } = real as Record<string, string>
			expect(read(rest, false).problems).toEqual([expect.stringMatching(`^${name} falta`)])
		}
	})

	it('reject real documents in a demo, and test documents in production', () => {
		const at = (OPENFACTURA_API_URL: string, isDemo: boolean) => read({ ...real, OPENFACTURA_API_URL }, isDemo).problems
		expect(at('https://api.haulmer.com/v2/dte', true)).toEqual([expect.stringMatching('^OPENFACTURA_API_URL emitiría')])
		expect(at('https://dev-api.haulmer.com/v2/dte', true)).toEqual([])
		expect(at('https://dev-api.haulmer.com/v2/dte', false)).toEqual([expect.stringMatching('sin validez')])
		expect(at('https://x.cl/simuladores/openfactura/v2/dte', false)).toEqual([expect.stringMatching('sin validez')])
		expect(read(real, true).settings.openfactura?.apiUrl).toBe('https://dev-api.haulmer.com/v2/dte')
	})
})
