import { createCallPace } from '#modules/tax-documents/server/call-pace.ts'
import { createOpenfactura, type Openfactura } from '#modules/tax-documents/server/openfactura.ts'
import type { TaxSetup } from '#modules/tax-documents/server/tax-setup.ts'
import { type Demo, demoOpenfacturaKey } from '#shop/server/demo.ts'
import type { Environment } from '#shop/server/environment/environment.ts'

/** The provider's published limits, less one call a minute. `scale` widens them for a simulator. */
const publishedLimits = (scale: number) => ({ perSecond: 3 * scale, perMinute: 99 * scale })

/** OpenFactura as configured, undefined without configuration; in a demo without a key, its simulator. */
export function openOpenfactura(
	{ tax: { openfactura } }: Pick<Environment, 'tax'>,
	demo: Pick<Demo, 'secrets' | 'simulatorsUrl'> | undefined,
	limitScale = 1,
): Openfactura | undefined {
	if (!openfactura) return undefined
	const { apiKey = demo && demoOpenfacturaKey(demo.secrets), emisor } = openfactura
	const apiUrl = openfactura.apiUrl ?? (demo && `${demo.simulatorsUrl}/openfactura/v2/dte`)
	if (apiKey === undefined || apiUrl === undefined) return undefined
	return createOpenfactura({ apiKey, apiUrl, pace: createCallPace(publishedLimits(limitScale)) }, emisor)
}

/** The provider of tax documents and their moment; undefined: none are emitted. */
export function openTaxSetup(...[env, demo, limitScale]: Parameters<typeof openOpenfactura>): TaxSetup | undefined {
	const provider = openOpenfactura(env, demo, limitScale)
	// The provider spaces its calls itself.
	return provider && { provider, modelo: env.tax.boletaModel, momento: env.tax.boletaAt, pauseMs: 0 }
}
