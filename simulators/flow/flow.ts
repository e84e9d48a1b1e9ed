import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { startDeliveries } from '../deliveries.ts'
import { faultSwitch } from '../faults.ts'
import { serveLook } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import { flowApi } from './api.ts'
import { flowOperatorPage, flowPayPages } from './pages.ts'
import { openFlowRecords } from './records.ts'
import { settingsSchema } from './settings.ts'

/**
 * Flow as a stand-in: signed orders, the pay page, confirmations, refunds. Its API is under `/api` of the prefix. `baseUrl` is the
 * public address of the site it is mounted on, without the prefix; `dataDir` is where it remembers what happened.
 */
export function flowSimulator(options: {
	dataDir: string
	baseUrl: () => string
	apiKey: string
	secretKey: string
	clock?: () => Date
}): FastifyPluginAsync {
	return async (app) => {
		const clock = options.clock ?? (() => new Date())
		await providerScope(app)
		serveLook(app)
		const records = openFlowRecords(join(options.dataDir, 'flow.jsonl'), clock)
		const deliveries = startDeliveries(app.log)
		app.addHook('preClose', async () => deliveries.stop())
		app.addHook('onClose', async () => records.close())
		const faults = faultSwitch(app, settingsSchema)
		const home = () => `${options.baseUrl()}${app.prefix}`
		flowApi(app, { records, faults, home, apiKey: options.apiKey, secretKey: options.secretKey })
		flowPayPages(app, { records, deliveries, faults })
		flowOperatorPage(app, { records, deliveries, faults })
	}
}
