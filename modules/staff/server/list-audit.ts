import { and, desc, eq, inArray } from 'drizzle-orm'
import type { AuditLine, ListAuditQuery } from '#core/contract/audit.ts'
import { readAudit } from '#core/server/audit/read-audit.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { listPage } from '#core/server/lists/list-page.ts'

const { id, tipo, ref } = auditoria

/** Returns one page of the audit log, filtered, the newest first. */
export async function listAudit(
	db: Queryable,
	query: ListAuditQuery,
): Promise<{ results: AuditLine[]; count: number }> {
	const where = and(
		query.tipo === undefined ? undefined : eq(tipo, query.tipo),
		query.id === undefined ? undefined : eq(ref, query.id),
	)
	return await listPage(db, { table: auditoria, key: id, where, orderBy: [desc(id)] }, query, (keys) =>
		readAudit(db, inArray(id, keys), keys.length),
	)
}
