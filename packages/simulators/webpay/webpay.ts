import type { FastifyPluginAsync } from 'fastify'
import { type GatewayOptions, gatewayScope } from '../gateway-scope.ts'
import { webpayApi } from './api.ts'
import { webpayPages } from './pages.ts'
import { openWebpayRecords } from './records.ts'
import { settingsSchema } from './settings.ts'

/** Simulator of Webpay Plus: create, the bank's page with its four returns, commit, status, refund. */
export function webpaySimulator(
	options: GatewayOptions & { commerceCode: string; apiKey: string },
): FastifyPluginAsync {
	return async (app) => {
		const storage = { file: 'webpay.jsonl', openRecords: openWebpayRecords, settingsSchema }
		const parts = await gatewayScope(app, options, storage)
		webpayApi(app, { ...parts, commerceCode: options.commerceCode, apiKey: options.apiKey })
		webpayPages(app, parts)
	}
}
