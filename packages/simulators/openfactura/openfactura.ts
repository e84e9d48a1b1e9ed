import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { faultSwitch } from '../faults.ts'
import { serveStylesheet } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import { type Organization, openfacturaApi } from './api.ts'
import { openfacturaPages } from './pages.ts'
import { openBooks } from './records.ts'
import type { RequestLimits } from './request-limit.ts'
import { settingsSchema } from './settings.ts'

export interface OpenfacturaOptions {
	readonly dataDir: string
	readonly apiKey: string
	readonly organization: Organization
	/** Default: the provider's published limits of 3 calls a second and 100 a minute. */
	readonly limits?: RequestLimits
	readonly clock?: () => Date
}

/** Simulator of OpenFactura: issues boletas (39), facturas (33) and notas de crédito (61), with states and files. */
export function openfacturaSimulator(options: OpenfacturaOptions): FastifyPluginAsync {
	return async (app) => {
		const { apiKey, organization, clock = () => new Date() } = options
		await providerScope(app)
		serveStylesheet(app)
		const books = openBooks(join(options.dataDir, 'openfactura.jsonl'), clock)
		app.addHook('onClose', async () => books.close())
		const faults = faultSwitch(app, settingsSchema)
		const limits = options.limits ?? { perSecond: 3, perMinute: 100 }
		openfacturaApi(app, { books, faults, apiKey, organization, limits, clock })
		openfacturaPages(app, { books, faults })
	}
}
