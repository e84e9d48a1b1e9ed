import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { text, url, variableGroup } from '#core/server/platform/variables.ts'

/** The variables of each gateway: its credentials, without which it is not offered, and the address of its API. */
export const variablesOfGateway = {
	mercadopago: {
		credentials: ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'],
		address: 'MERCADOPAGO_API_URL',
	},
	flow: { credentials: ['FLOW_API_KEY', 'FLOW_SECRET_KEY'], address: 'FLOW_API_URL' },
	webpay: { credentials: ['WEBPAY_COMMERCE_CODE', 'WEBPAY_API_KEY'], address: 'WEBPAY_API_URL' },
} as const satisfies Record<GatewayMethod, { credentials: readonly [string, ...string[]]; address: string }>

export const gatewayVariables = variableGroup({
	variables: {
		MERCADOPAGO_ACCESS_TOKEN: text.optional(),
		MERCADOPAGO_WEBHOOK_SECRET: text.optional(),
		MERCADOPAGO_API_URL: url.optional(),
		FLOW_API_KEY: text.optional(),
		FLOW_SECRET_KEY: text.optional(),
		FLOW_API_URL: url.optional(),
		WEBPAY_COMMERCE_CODE: text.optional(),
		WEBPAY_API_KEY: text.optional(),
		WEBPAY_API_URL: url.optional(),
	},
	together: Object.values(variablesOfGateway).map(({ credentials }) => credentials),
	carrySecrets: Object.values(variablesOfGateway).map(({ address }) => address),
})
