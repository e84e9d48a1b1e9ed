import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { recordExport } from '#core/server/lists/record-export.ts'
import { sendCsv } from '#core/server/lists/send-csv.ts'
import * as endpoints from '#modules/numbers/export-endpoints.ts'
import { exportCsv } from '#modules/numbers/server/export/export-csv.ts'
import { numbersFile, readNumbersTable } from '#modules/numbers/server/export-numbers.ts'
import type { NumberDeps } from '#modules/numbers/server/number-deps.ts'
import {
	type AnyExportFile,
	deliveriesFile,
	documentsFile,
	type NumbersFile,
} from '#modules/numbers/shapes/export-files.ts'
import { exportDeliveries } from '#modules/rounds/server/deliveries/export-deliveries.ts'
import { exportDocuments } from '#modules/tax-documents/server/staff/export-documents.ts'

export function exportRoutes(deps: NumberDeps): FastifyPluginAsync {
	/** Records the export before its first row is read. */
	async function record(request: FastifyRequest, file: AnyExportFile, query: Parameters<typeof recordExport>[3]) {
		await recordExport(deps.db, request.usuario.id, file, query)
		request.recordSecurity('exportacion', { detalle: file })
	}
	return async (app) => {
		handle(app, endpoints.exportOrders, async (request, reply) => {
			const { query } = request
			const { archivo } = request.params
			await record(request, archivo, query)
			return sendCsv(reply, archivo, exportCsv(deps.db, archivo, query))
		})
		handle(app, endpoints.exportDocuments, async (request, reply) => {
			const { query } = request
			await record(request, documentsFile, query)
			return sendCsv(reply, `documentos-${query.mes}.csv`, exportDocuments(deps.db, query.mes))
		})
		handle(app, endpoints.exportDeliveries, async (request, reply) => {
			const { query } = request
			await record(request, deliveriesFile, query)
			return sendCsv(reply, deliveriesFile, exportDeliveries(deps, query))
		})
		const handleNumbers = (declared: typeof endpoints.exportReorder, file: NumbersFile) =>
			handle(app, declared, async (request, reply) => {
				const table = unwrap(await readNumbersTable(deps, file, request.query))
				await record(request, file, request.query)
				return sendCsv(reply, file, numbersFile(table))
			})
		handleNumbers(endpoints.exportReorder, 'reposicion.csv')
		handleNumbers(endpoints.exportMoneyToCome, 'por_recibir.csv')
		handleNumbers(endpoints.exportFunnel, 'embudo.csv')
		handleNumbers(endpoints.exportCoupons, 'cupones.csv')
		handleNumbers(endpoints.exportDeliveryNumbers, 'reparto.csv')
	}
}
