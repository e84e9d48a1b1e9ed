import { and, eq, inArray } from 'drizzle-orm'
import type { AuditLine, ListAuditQuery } from '#contract/staff/audit.ts'
import { auditKinds } from '#domain/staff/audit-actions.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { type CountAll, countRows, createRowCount } from '#server/staff/lists/count-rows.ts'
import { indexScanPage } from '#server/staff/lists/page-of-rows.ts'

const newestFirst = { table: auditoria, columns: [auditoria.id], isDescending: true } as const

/** Counts of the whole log and of each kind of line, made once for each process. */
export function auditCounts(db: Queryable): ReadonlyMap<ListAuditQuery['tipo'], CountAll> {
	const { id: number, created_at, tipo } = auditoria
	const of = { table: auditoria, number, created_at }
	return new Map<ListAuditQuery['tipo'], CountAll>([
		[undefined, createRowCount(db, of)],
		...auditKinds.map((kind) => [kind, createRowCount(db, { ...of, kind: eq(tipo, kind) })] as const),
	])
}

export async function listAudit(
	deps: { db: Queryable; counts: ReadonlyMap<ListAuditQuery['tipo'], CountAll> },
	query: ListAuditQuery,
): Promise<{ results: AuditLine[]; count: number }> {
	const where = and(
		query.tipo === undefined ? undefined : eq(auditoria.tipo, query.tipo),
		query.id === undefined ? undefined : eq(auditoria.ref, query.id),
	)
	const countAll = query.id === undefined ? deps.counts.get(query.tipo) : undefined
	const count = countAll ? await countAll() : await countRows(deps.db, auditoria, where)
	const keys = await indexScanPage(deps.db, newestFirst, where, { ...query, count })
	return { results: await readAudit(deps.db, inArray(auditoria.id, keys), query.page_size), count }
}
