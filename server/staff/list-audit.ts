import { and, desc, eq } from 'drizzle-orm'
import type { AuditLine, ListAuditQuery } from '#contract/staff/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditoria, usuarios } from '#server/db/schema.ts'
import type { CountRows } from '#server/staff/count-rows.ts'

/** One page of the audit log, the newest first. */
export async function listAudit(
	deps: { db: Queryable; count: CountRows },
	query: ListAuditQuery,
): Promise<{ results: AuditLine[]; count: number }> {
	const where = and(
		query.tipo === undefined ? undefined : eq(auditoria.tipo, query.tipo),
		query.id === undefined ? undefined : eq(auditoria.ref, query.id),
	)
	const { id, created_at, tipo, ref, accion, campo, antes, despues } = auditoria
	const rows = await deps.db
		.select({ id, created_at, tipo, ref, usuario: usuarios.email, accion, campo, antes, despues })
		.from(auditoria)
		.leftJoin(usuarios, eq(usuarios.id, auditoria.usuario_id))
		.where(where)
		.orderBy(desc(auditoria.id))
		.limit(query.page_size)
		.offset((query.page - 1) * query.page_size)
	return {
		results: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
		count: await deps.count(where),
	}
}
