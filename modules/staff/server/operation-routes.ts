import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/staff/endpoints.ts'
import { listAudit } from '#modules/staff/server/list-audit.ts'

export function auditRoutes(deps: Pick<StaffDeps, 'db'>): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listAudit, async ({ query }) => await listAudit(deps.db, query))
	}
}
