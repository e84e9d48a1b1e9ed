import { createHmac } from 'node:crypto'
import { createCallPace } from '#modules/tax-documents/server/call-pace.ts'
import { createOpenfactura, type Openfactura } from '#modules/tax-documents/server/openfactura.ts'
import type { TaxSetup } from '#modules/tax-documents/server/tax-setup.ts'
import { type TaxEnvironment, taxSettings, testCompany } from '#modules/tax-documents/server/tax-variables.ts'

/** What a demo has for its simulator of the provider. */
interface DemoAccess {
	readonly secrets: { readonly secretKey: string }
	readonly simulatorsUrl: string
}

export interface TaxNeeds {
	readonly env: TaxEnvironment
	readonly demo: DemoAccess | undefined
}

/** The provider's published limits, less one call a minute. `scale` widens them for a simulator. */
const publishedLimits = (scale: number) => ({ perSecond: 3 * scale, perMinute: 99 * scale })

export const simulatorKey = ({ secretKey }: DemoAccess['secrets']): string =>
	createHmac('sha256', secretKey).update('openfactura').digest('hex').slice(0, 32)

/** What the demo's simulator of OpenFactura has to know. */
export function simulatorOptions(secrets: DemoAccess['secrets'], env: TaxEnvironment) {
	const { rut, razon_social: razonSocial, ...rest } = taxSettings(env).openfactura?.emisor ?? testCompany
	const { giro, acteco, direccion, comuna } = rest
	return { apiKey: simulatorKey(secrets), organization: { rut, razonSocial, giro, acteco, direccion, comuna } }
}

/** OpenFactura as configured, undefined without configuration; in a demo without a key, its simulator. */
export function openOpenfactura({ env, demo }: TaxNeeds, limitScale = 1): Openfactura | undefined {
	const { openfactura } = taxSettings(env)
	if (!openfactura) return undefined
	const { apiKey = demo && simulatorKey(demo.secrets), emisor } = openfactura
	const apiUrl = openfactura.apiUrl ?? (demo && `${demo.simulatorsUrl}/openfactura/v2/dte`)
	if (apiKey === undefined || apiUrl === undefined) return undefined
	return createOpenfactura({ apiKey, apiUrl, pace: createCallPace(publishedLimits(limitScale)) }, emisor)
}

/** The provider of tax documents; undefined: none are emitted. */
export function openTaxSetup(needs: TaxNeeds, limitScale?: number): TaxSetup | undefined {
	const provider = openOpenfactura(needs, limitScale)
	// The provider spaces its calls itself.
	return provider && { provider, pauseMs: 0 }
}
