import { and, desc, eq, inArray } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import type { AuditLine, ListAuditQuery } from '#core/contract/audit.ts'
import { readAudit } from '#core/server/audit/read-audit.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { listPage } from '#core/server/lists/list-page.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/staff/endpoints.ts'

export function auditRoutes(deps: Pick<StaffDeps, 'db'>): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listAudit, async ({ query }) => await listAudit(deps.db, query))
	}
}

const { id, tipo, ref } = auditoria

/** Returns one page of the audit log, filtered, the newest first. */
async function listAudit(db: Queryable, query: ListAuditQuery): Promise<{ results: AuditLine[]; count: number }> {
	const where = and(
		query.tipo === undefined ? undefined : eq(tipo, query.tipo),
		query.id === undefined ? undefined : eq(ref, query.id),
	)
	return await listPage(db, { table: auditoria, key: id, where, orderBy: [desc(id)] }, query, (keys) =>
		readAudit(db, inArray(id, keys), keys.length),
	)
}
