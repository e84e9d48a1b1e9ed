import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { AuditLine, ListAuditQuery } from '#contract/staff/audit.ts'
import { auditKinds } from '#domain/staff/audit-actions.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { countRows, createRowCount, type RowCount } from '#server/staff/lists/count-rows.ts'
import { indexScanPage, numberedPage } from '#server/staff/lists/page-of-rows.ts'

const newestFirst = { table: auditoria, columns: [auditoria.id], isDescending: true } as const

/** Counts of the whole log and of each kind of line, made once for each process. */
export function auditCounts(db: Queryable): ReadonlyMap<ListAuditQuery['tipo'], RowCount> {
	const { id: number, created_at, tipo } = auditoria
	const of = { table: auditoria, number, created_at }
	return new Map<ListAuditQuery['tipo'], RowCount>([
		[undefined, createRowCount(db, of)],
		...auditKinds.map((kind) => [kind, createRowCount(db, { ...of, kind: eq(tipo, kind) })] as const),
	])
}

export async function listAudit(
	deps: { db: Queryable; counts: ReadonlyMap<ListAuditQuery['tipo'], RowCount> },
	query: ListAuditQuery,
): Promise<{ results: AuditLine[]; count: number }> {
	const where = and(
		query.tipo === undefined ? undefined : eq(auditoria.tipo, query.tipo),
		query.id === undefined ? undefined : eq(auditoria.ref, query.id),
	)
	const { keys, count } = await findPage(deps, query, where)
	return { results: await readAudit(deps.db, inArray(auditoria.id, keys), query.page_size), count }
}

async function findPage(
	{ db, counts }: Parameters<typeof listAudit>[0],
	query: ListAuditQuery,
	where: SQL | undefined,
): Promise<{ keys: number[]; count: number }> {
	const counted = query.id === undefined ? counts.get(query.tipo) : undefined
	if (counted) return await numberedPage(db, newestFirst, where, { ...query, counted })
	const count = await countRows(db, auditoria, where)
	return { keys: await indexScanPage(db, newestFirst, where, { ...query, count }), count }
}
