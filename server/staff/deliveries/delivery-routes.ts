import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { deliveryFilter, listDeliveriesAnswer, listDeliveriesQuery } from '#contract/staff/deliveries.ts'
import { deliveriesFile } from '#contract/staff/export-files.ts'
import { exportDeliveries } from '#server/staff/deliveries/export-deliveries.ts'
import { listDeliveries } from '#server/staff/deliveries/list-deliveries.ts'
import { recordExport } from '#server/staff/lists/record-export.ts'
import { sendCsv } from '#server/staff/lists/send-csv.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const about = { tags: ['panel: reparto'], security: [{ bearer: [] }] }

/** Every delivery: the list, and its file. */
export function deliveryRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/admin_entregas',
			{
				config: { permission: 'ver_panel' },
				schema: {
					...about,
					querystring: listDeliveriesQuery,
					response: { 200: listDeliveriesAnswer, ...errorAnswers },
				},
			},
			async ({ query }) => await listDeliveries(deps, query),
		)
		app.get(
			`/api/admin_exportar/${deliveriesFile}`,
			{
				config: { permission: 'exportar' },
				// Names and addresses of customers leave the shop by it.
				onRequest: deps.guard.requireFreshIdentity,
				schema: {
					...about,
					produces: ['text/csv'],
					querystring: deliveryFilter,
					response: { 200: z.any().describe('El archivo, para Excel'), ...errorAnswers },
				},
			},
			async (request, reply) => {
				const { usuario, query } = request
				await recordExport(deps.db, usuario.id, deliveriesFile, query)
				request.recordSecurity('exportacion', { detalle: deliveriesFile })
				return sendCsv(reply, deliveriesFile, exportDeliveries(deps, query))
			},
		)
	}
}
