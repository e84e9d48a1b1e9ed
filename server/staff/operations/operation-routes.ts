import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/operation-endpoints.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { listAudit } from '#server/staff/operations/list-audit.ts'
import { listJobs } from '#server/staff/operations/list-jobs.ts'
import { listSecurity } from '#server/staff/operations/list-security.ts'
import { retryJob } from '#server/staff/operations/retry-job.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function staffOperationRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listJobs, async ({ query }) => await listJobs(deps.db, query))
		handle(app, endpoints.retryJob, async ({ usuario, params }) => unwrap(await retryJob(deps, usuario.id, params.id)))
		handle(app, endpoints.listAudit, async ({ query }) => await listAudit(deps.db, query))
		handle(app, endpoints.listSecurity, async ({ query }) => await listSecurity(deps, query))
	}
}
