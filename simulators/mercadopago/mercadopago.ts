import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { startDeliveries } from '../deliveries.ts'
import { faultSwitch } from '../faults.ts'
import { serveLook } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import { mercadoPagoApi } from './api.ts'
import { createNotifier } from './notices.ts'
import { operatorPage } from './operator-page.ts'
import { payPages } from './pay-page.ts'
import { openRecords } from './records.ts'
import { settingsSchema } from './settings.ts'

/**
 * Mercado Pago's Checkout Pro as a stand-in: preferences, the hosted pay page, payments, search, refunds and notifications, in
 * the provider's own shapes. `baseUrl` is the public address of the site it is mounted on, without the prefix; `dataDir` is
 * where it remembers what happened.
 */
export function mercadoPagoSimulator(options: {
	dataDir: string
	baseUrl: () => string
	accessToken: string
	webhookSecret: string
	clock?: () => Date
}): FastifyPluginAsync {
	return async (app) => {
		const clock = options.clock ?? (() => new Date())
		await providerScope(app)
		serveLook(app)
		const records = openRecords(join(options.dataDir, 'mercadopago.jsonl'), clock)
		const deliveries = startDeliveries(app.log)
		app.addHook('preClose', async () => deliveries.stop())
		app.addHook('onClose', async () => records.close())
		const faults = faultSwitch(app, settingsSchema)
		const notifier = createNotifier({ deliveries, secret: options.webhookSecret, clock })
		const home = () => `${options.baseUrl()}${app.prefix}`
		mercadoPagoApi(app, { records, faults, accessToken: options.accessToken, clock, home })
		payPages(app, { records, notifier, deliveries, faults, clock })
		operatorPage(app, { records, notifier, deliveries, faults })
	}
}
