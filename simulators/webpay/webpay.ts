import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { startDeliveries } from '../deliveries.ts'
import { faultSwitch } from '../faults.ts'
import { serveLook } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import { webpayApi } from './api.ts'
import { webpayPages } from './pages.ts'
import { openWebpayRecords } from './records.ts'
import { settingsSchema } from './settings.ts'

/**
 * Webpay Plus as a stand-in: create, the bank's page with its four ways back, commit, status, refund. `baseUrl` is the public
 * address of the site it is mounted on, without the prefix; `dataDir` is where it remembers what happened.
 */
export function webpaySimulator(options: {
	dataDir: string
	baseUrl: () => string
	commerceCode: string
	apiKey: string
	clock?: () => Date
}): FastifyPluginAsync {
	return async (app) => {
		const clock = options.clock ?? (() => new Date())
		await providerScope(app)
		serveLook(app)
		const records = openWebpayRecords(join(options.dataDir, 'webpay.jsonl'), clock)
		const deliveries = startDeliveries(app.log)
		app.addHook('preClose', async () => deliveries.stop())
		app.addHook('onClose', async () => records.close())
		const faults = faultSwitch(app, settingsSchema)
		const home = () => `${options.baseUrl()}${app.prefix}`
		webpayApi(app, { records, faults, clock, home, commerceCode: options.commerceCode, apiKey: options.apiKey })
		webpayPages(app, { records, faults, deliveries, clock })
	}
}
