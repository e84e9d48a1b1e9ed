import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { listAuditAnswer, listAuditQuery } from '#contract/staff/audit.ts'
import { documentsFile, exportFiles } from '#contract/staff/export-files.ts'
import { listJobsAnswer, listJobsQuery } from '#contract/staff/jobs.ts'
import { orderFilter } from '#contract/staff/orders.ts'
import { documentsQuery, summaryAnswer, summaryQuery } from '#contract/staff/summary.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { exportCsv } from '#server/staff/lists/export-csv.ts'
import { exportDocuments } from '#server/staff/lists/export-documents.ts'
import { recordExport } from '#server/staff/lists/record-export.ts'
import { sendCsv } from '#server/staff/lists/send-csv.ts'
import { readSummary } from '#server/staff/numbers/read-summary.ts'
import { listAudit } from '#server/staff/operations/list-audit.ts'
import { listJobs } from '#server/staff/operations/list-jobs.ts'
import { retryJob } from '#server/staff/operations/retry-job.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const security = [{ bearer: [] }]

/** The shop's numbers, its files for a spreadsheet, its jobs, and the log of who changed what. */
export function staffOperationRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const numbers = { tags: ['panel: números'], security }
	return async (app) => {
		await app.register(jobRoutes(deps))
		await app.register(auditRoutes(deps))
		app.get(
			'/api/admin_resumen',
			{
				config: { permission: 'ver_panel' },
				schema: { ...numbers, querystring: summaryQuery, response: { 200: summaryAnswer, ...errorAnswers } },
			},
			async ({ query }) => unwrap(await readSummary(deps, query)),
		)
		await app.register(exportRoutes(deps))
	}
}

function exportRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const files = {
		tags: ['panel: números'],
		security,
		produces: ['text/csv'],
		response: { 200: z.any().describe('El archivo, para Excel'), ...errorAnswers },
	}
	return async (app) => {
		app.get(
			'/api/admin_exportar/:archivo',
			{
				config: { permission: 'exportar' },
				// What customers bought and paid leaves the shop by it, and by one of them who they are.
				onRequest: deps.guard.requireFreshIdentity,
				schema: {
					...files,
					params: z.object({ archivo: z.enum(exportFiles) }),
					querystring: orderFilter,
				},
			},
			async (request, reply) => {
				const { usuario, params, query } = request
				await recordExport(deps.db, usuario.id, params.archivo, query)
				request.recordSecurity('exportacion', { detalle: params.archivo })
				return sendCsv(reply, params.archivo, exportCsv(deps.db, params.archivo, query))
			},
		)
		app.get(
			`/api/admin_exportar/${documentsFile}`,
			{
				config: { permission: 'exportar' },
				onRequest: deps.guard.requireFreshIdentity,
				schema: { ...files, querystring: documentsQuery },
			},
			async (request, reply) => {
				const { usuario, query } = request
				await recordExport(deps.db, usuario.id, documentsFile, query)
				request.recordSecurity('exportacion', { detalle: documentsFile })
				return sendCsv(reply, `documentos-${query.mes}.csv`, exportDocuments(deps.db, query.mes))
			},
		)
	}
}

function jobRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const jobs = { tags: ['panel: trabajos'], security }
	return async (app) => {
		app.get(
			'/api/admin_trabajos',
			{
				config: { permission: 'ver_panel' },
				schema: { ...jobs, querystring: listJobsQuery, response: { 200: listJobsAnswer, ...errorAnswers } },
			},
			async ({ query }) => await listJobs(deps.db, query),
		)
		app.post(
			'/api/admin_trabajos/:id/reintentar',
			{
				config: { permission: 'reintentar_trabajos' },
				schema: {
					...jobs,
					params: z.object({ id: z.string().max(100) }),
					response: { 200: z.object({ estado: z.literal('en_camino') }), ...errorAnswers },
				},
			},
			async ({ usuario, params }) => unwrap(await retryJob(deps, usuario.id, params.id)),
		)
	}
}

function auditRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/admin_auditoria',
			{
				config: { permission: 'ver_panel' },
				schema: {
					tags: ['panel: auditoría'],
					security,
					querystring: listAuditQuery,
					response: { 200: listAuditAnswer, ...errorAnswers },
				},
			},
			async ({ query }) => await listAudit(deps.db, query),
		)
	}
}
