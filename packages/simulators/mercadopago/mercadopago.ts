import type { FastifyPluginAsync } from 'fastify'
import { type GatewayOptions, gatewayScope } from '../gateway-scope.ts'
import { mercadoPagoApi } from './api.ts'
import { disputePages } from './disputes.ts'
import { createNotifier } from './notices.ts'
import { operatorPage } from './operator-page.ts'
import { payPages } from './pay-page.ts'
import { openRecords } from './records.ts'
import { settingsSchema } from './settings.ts'

/** Mercado Pago's Checkout Pro: preferences, pay page, payments, search, refunds and notifications, in its formats. */
export function mercadoPagoSimulator(
	options: GatewayOptions & { accessToken: string; webhookSecret: string },
): FastifyPluginAsync {
	return async (app) => {
		const parts = await gatewayScope(app, options, { file: 'mercadopago.jsonl', openRecords, settingsSchema })
		const { deliveries, clock } = parts
		const notifier = createNotifier({ deliveries, secret: options.webhookSecret, clock })
		mercadoPagoApi(app, { ...parts, accessToken: options.accessToken })
		payPages(app, { ...parts, notifier })
		operatorPage(app, { ...parts, notifier })
		disputePages(app, { ...parts, notifier })
	}
}
