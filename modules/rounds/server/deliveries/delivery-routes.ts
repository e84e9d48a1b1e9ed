import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { csvOfTable } from '#core/server/lists/csv-lines.ts'
import { sendExport } from '#core/server/lists/send-csv.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/rounds/endpoints.ts'
import { deliveryNumbersTable, readDeliveryNumbers } from '#modules/rounds/server/deliveries/delivery-numbers.ts'
import { exportDeliveries } from '#modules/rounds/server/deliveries/export-deliveries.ts'

/** Routes of the deliveries' numbers and files. */
export function deliveryRoutes(deps: Pick<StaffDeps, 'db' | 'clock'>): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readDeliveryNumbers, async ({ query }) => unwrap(await readDeliveryNumbers(deps, query)))
		handle(app, endpoints.exportDeliveries, async (request, reply) => {
			const { query } = request
			const file = { archivo: 'entregas.csv', filter: query }
			return await sendExport(deps.db, request, reply, file, exportDeliveries(deps, query))
		})
		handle(app, endpoints.exportDeliveryNumbers, async (request, reply) => {
			const { query } = request
			const table = unwrap(await deliveryNumbersTable(deps, query))
			return await sendExport(deps.db, request, reply, { archivo: 'reparto.csv', filter: query }, csvOfTable(table))
		})
	}
}
