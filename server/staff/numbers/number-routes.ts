import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { deliveryNumbersAnswer, deliveryNumbersQuery } from '#contract/staff/deliveries.ts'
import { numbersFiles } from '#contract/staff/export-files.ts'
import { funnelAnswer, moneyToComeAnswer } from '#contract/staff/numbers.ts'
import { summaryQuery } from '#contract/staff/summary.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { recordExport } from '#server/staff/lists/record-export.ts'
import { sendCsv } from '#server/staff/lists/send-csv.ts'
import { numbersFile, readNumbersTable } from '#server/staff/numbers/export-numbers.ts'
import { readDeliveryNumbers } from '#server/staff/numbers/read-delivery-numbers.ts'
import { readFunnel } from '#server/staff/numbers/read-funnel.ts'
import { readMoneyToCome } from '#server/staff/numbers/read-money-to-come.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** The numbers that decide what to order and what to mend, each with its file. */
export function staffNumberRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const numbers = { tags: ['panel: números'], security: [{ bearer: [] }] }
	return async (app) => {
		app.get(
			'/api/admin_por_recibir',
			{
				config: { permission: 'ver_panel' },
				schema: { ...numbers, response: { 200: moneyToComeAnswer, ...errorAnswers } },
			},
			async () => await readMoneyToCome(deps),
		)
		app.get(
			'/api/admin_embudo',
			{
				config: { permission: 'ver_panel' },
				schema: { ...numbers, querystring: summaryQuery, response: { 200: funnelAnswer, ...errorAnswers } },
			},
			async ({ query }) => unwrap(await readFunnel(deps, query)),
		)
		app.get(
			'/api/admin_numeros_reparto',
			{
				config: { permission: 'ver_panel' },
				schema: {
					...numbers,
					querystring: deliveryNumbersQuery,
					response: { 200: deliveryNumbersAnswer, ...errorAnswers },
				},
			},
			async ({ query }) => unwrap(await readDeliveryNumbers(deps, query)),
		)
		for (const file of numbersFiles) {
			app.get(
				`/api/admin_exportar/${file}`,
				{
					config: { permission: 'exportar' },
					schema: {
						...numbers,
						produces: ['text/csv'],
						querystring: deliveryNumbersQuery,
						response: { 200: z.any().describe('El archivo, para Excel'), ...errorAnswers },
					},
				},
				async (request, reply) => {
					const { usuario, query } = request
					const table = unwrap(await readNumbersTable(deps, file, query))
					await recordExport(deps.db, usuario.id, file, query)
					request.recordSecurity('exportacion', { detalle: file })
					return sendCsv(reply, file, numbersFile(table))
				},
			)
		}
	}
}
