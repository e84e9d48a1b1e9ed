import type { FastifyPluginAsync } from 'fastify'
import { type GatewayOptions, gatewayScope } from '../gateway-scope.ts'
import { flowApi } from './api.ts'
import { flowOperatorPage, flowPayPages } from './pages.ts'
import { openFlowRecords } from './records.ts'
import { settingsSchema } from './settings.ts'

/** Simulator of Flow: signed orders, pay page, confirmations, refunds. Its API is under `/api` of the prefix. */
export function flowSimulator(options: GatewayOptions & { apiKey: string; secretKey: string }): FastifyPluginAsync {
	return async (app) => {
		const storage = { file: 'flow.jsonl', openRecords: openFlowRecords, settingsSchema }
		const parts = await gatewayScope(app, options, storage)
		flowApi(app, { ...parts, apiKey: options.apiKey, secretKey: options.secretKey })
		flowPayPages(app, parts)
		flowOperatorPage(app, parts)
	}
}
