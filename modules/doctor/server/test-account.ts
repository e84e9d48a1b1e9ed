import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Environment } from '#shop/server/environment/environment.ts'

type Settings = Pick<Environment, 'WEBPAY_API_URL' | 'FLOW_API_URL' | 'MERCADOPAGO_ACCESS_TOKEN'>

const hostOf = (url: string | undefined) => (url === undefined ? '' : new URL(url).host)

/** The sentence for a gateway's test account, which moves no money; undefined for a real one. */
export function testAccountOf(env: Settings, name: GatewayMethod): string | undefined {
	const isTest = {
		webpay: hostOf(env.WEBPAY_API_URL).startsWith('webpay3gint.'),
		flow: hostOf(env.FLOW_API_URL).startsWith('sandbox.'),
		mercadopago: env.MERCADOPAGO_ACCESS_TOKEN?.startsWith('TEST-') === true,
	}[name]
	return isTest ? 'es la cuenta de prueba del proveedor: no cobra de verdad' : undefined
}
