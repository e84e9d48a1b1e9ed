import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { StaffDeps } from '#core/server/staff/staff-deps.ts'
import { listJobs } from '#modules/jobs-panel/server/list-jobs.ts'
import { retryJob } from '#modules/jobs-panel/server/retry-job.ts'
import { listSecurity } from '#modules/security-trail/server/list-security.ts'
import * as endpoints from '#modules/staff/operation-endpoints.ts'
import { listAudit } from '#modules/staff/server/list-audit.ts'

export function staffOperationRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listJobs, async ({ query }) => await listJobs(deps.db, query))
		handle(app, endpoints.retryJob, async ({ usuario, params }) => unwrap(await retryJob(deps, usuario.id, params.id)))
		handle(app, endpoints.listAudit, async ({ query }) => await listAudit(deps.db, query))
		handle(app, endpoints.listSecurity, async ({ query }) => await listSecurity(deps, query))
	}
}
