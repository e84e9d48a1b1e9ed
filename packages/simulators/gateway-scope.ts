import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { startDeliveries } from './deliveries.ts'
import { faultSwitch } from './faults.ts'
import { serveStylesheet } from './look.ts'
import { providerScope } from './provider-scope.ts'

/** `baseUrl`: public URL of its site, without the prefix; `dataDir`: storage folder. */
export interface GatewayOptions {
	readonly dataDir: string
	readonly baseUrl: () => string
	readonly clock?: () => Date
}

/** Paid and refunded money of a payment, in CLP. */
export interface SeenPayment {
	/** The shop's reference of the attempt. */
	readonly referencia: string
	readonly pago_id: string
	readonly aprobado: boolean
	readonly monto: number
	readonly devuelto: number
}

interface GatewayRecords {
	/** Returns every decided payment with its money. */
	seen(): readonly SeenPayment[]
	close(): unknown
}

/** Common parts of every simulated gateway: records, deliveries, faults, and `GET _pagos` to check the shop's records. */
export async function gatewayScope<Records extends GatewayRecords, Shape extends z.ZodRawShape>(
	app: FastifyInstance,
	options: GatewayOptions,
	parts: {
		file: string
		openRecords: (file: string, clock: () => Date) => Records
		settingsSchema: z.ZodObject<Shape>
	},
) {
	const clock = options.clock ?? (() => new Date())
	await providerScope(app)
	serveStylesheet(app)
	const records = parts.openRecords(join(options.dataDir, parts.file), clock)
	const deliveries = startDeliveries(app.log)
	app.addHook('preClose', async () => deliveries.stop())
	app.addHook('onClose', async () => void (await records.close()))
	const faults = faultSwitch(app, parts.settingsSchema)
	const home = () => `${options.baseUrl()}${app.prefix}`
	app.get('/_pagos', async () => ({ pagos: records.seen() }))
	return { clock, records, deliveries, faults, home }
}
