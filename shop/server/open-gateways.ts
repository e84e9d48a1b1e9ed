import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { createFlow } from '#modules/payments/server/flow/flow.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { createMercadoPago } from '#modules/payments/server/mercadopago/mercadopago.ts'
import { createWebpay } from '#modules/payments/server/webpay/webpay.ts'
import { type Demo, demoCommerceCode } from '#shop/server/demo.ts'
import type { Environment } from '#shop/server/environment/environment.ts'

/** The configured gateways by name. In a demo they call their simulators with invented credentials. */
export function openGateways(env: Environment, demo: Demo | undefined): ReadonlyMap<GatewayMethod, Gateway> {
	const open: Record<GatewayMethod, () => Gateway> = {
		mercadopago: () =>
			createMercadoPago({
				accessToken: env.MERCADOPAGO_ACCESS_TOKEN ?? demo?.secrets.mercadopagoToken ?? '',
				webhookSecret: env.MERCADOPAGO_WEBHOOK_SECRET ?? demo?.secrets.mercadopagoWebhookSecret ?? '',
				apiUrl: apiUrl(
					env.MERCADOPAGO_API_URL,
					env.MERCADOPAGO_ACCESS_TOKEN,
					'mercadopago',
					'https://api.mercadopago.com',
				),
				publicUrl: env.publicUrl,
			}),
		flow: () =>
			createFlow({
				apiKey: env.FLOW_API_KEY ?? demo?.secrets.flowApiKey ?? '',
				secretKey: env.FLOW_SECRET_KEY ?? demo?.secrets.flowSecretKey ?? '',
				apiUrl: apiUrl(env.FLOW_API_URL, env.FLOW_API_KEY, 'flow/api', 'https://www.flow.cl/api'),
				publicUrl: env.publicUrl,
			}),
		webpay: () =>
			createWebpay({
				commerceCode: env.WEBPAY_COMMERCE_CODE ?? demoCommerceCode,
				apiKey: env.WEBPAY_API_KEY ?? demo?.secrets.webpayApiKey ?? '',
				apiUrl: apiUrl(env.WEBPAY_API_URL, env.WEBPAY_COMMERCE_CODE, 'webpay', 'https://webpay3g.transbank.cl'),
				publicUrl: env.publicUrl,
			}),
	}

	/** A simulator only without a configured address or credentials. */
	function apiUrl(chosen: string | undefined, credential: string | undefined, simulator: string, real: string): string {
		return chosen ?? (demo && credential === undefined ? `${demo.simulatorsUrl}/${simulator}` : real)
	}
	return new Map(env.gateways.map((name) => [name, open[name]()]))
}
