import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'

/** The variables of each gateway: its credentials, without which it is not offered, the telling one first, and where its API is. */
export const gatewayVariables = {
	mercadopago: {
		credentials: ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'],
		address: 'MERCADOPAGO_API_URL',
	},
	flow: { credentials: ['FLOW_API_KEY', 'FLOW_SECRET_KEY'], address: 'FLOW_API_URL' },
	webpay: { credentials: ['WEBPAY_COMMERCE_CODE', 'WEBPAY_API_KEY'], address: 'WEBPAY_API_URL' },
} as const satisfies Record<GatewayMethod, { credentials: readonly [string, ...string[]]; address: string }>
