import { type Demo, demoOpenfacturaKey } from '#server/demo.ts'
import type { Environment } from '#server/environment/environment.ts'
import { createCallPace } from '#server/tax-documents/call-pace.ts'
import { createOpenfactura, type Openfactura } from '#server/tax-documents/openfactura.ts'
import type { TaxSetup } from '#server/tax-documents/tax-setup.ts'

/** What the provider has published, with a call a minute left over. `scale` widens it for a stand-in that takes more. */
const publishedLimits = (scale: number) => ({ perSecond: 3 * scale, perMinute: 99 * scale })

/** OpenFactura as it is configured; undefined where there is none. In the demonstration without a key, its stand-in. */
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

/** Who makes the shop's tax documents, and when; undefined: nobody does by itself. */
export function openTaxSetup(...[env, demo, limitScale]: Parameters<typeof openOpenfactura>): TaxSetup | undefined {
	const provider = openOpenfactura(env, demo, limitScale)
	// The provider spaces its calls itself.
	return provider && { provider, modelo: env.tax.boletaModel, momento: env.tax.boletaAt, pauseMs: 0 }
}
