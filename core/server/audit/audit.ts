import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { AuditLine } from '#core/contract/audit.ts'
import type { AuditEvent, AuditKind } from '#core/rules/audit-actions.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'

/** One row of the audit log. `usuario_id` null: the shop itself (a gateway's answer, a job). */
export interface AuditEntry {
	readonly tipo: AuditKind
	readonly ref: string | number
	readonly usuario_id: number | null
	readonly accion: AuditEvent
	/** The field that changed from `antes` to `despues`. */
	readonly campo?: string
	readonly detalle?: string
	readonly antes?: string | number | boolean | null
	readonly despues?: string | number | boolean | null
	/** An entry with the same key is inserted once. */
	readonly clave?: string
}

const textOf = (value: AuditEntry['antes']) => (value === undefined || value === null ? null : String(value))

export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
	await tx
		.insert(auditoria)
		.values({
			...entry,
			ref: String(entry.ref),
			antes: textOf(entry.antes),
			despues: textOf(entry.despues),
		})
		.onConflictDoNothing({ target: auditoria.clave })
}

/** Returns the newest `most` rows of the audit log, newest first. */
export async function readAudit(db: Queryable, where: SQL | undefined, most: number): Promise<AuditLine[]> {
	const { id, created_at, tipo, ref, accion, campo, detalle, antes, despues } = auditoria
	const rows = await db
		.select({ id, created_at, tipo, ref, usuario: usuarios.email, accion, campo, detalle, antes, despues })
		.from(auditoria)
		.leftJoin(usuarios, eq(usuarios.id, auditoria.usuario_id))
		.where(where)
		.orderBy(desc(auditoria.id))
		.limit(most)
	return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** The newest events of an order that are sent. */
const maxEvents = 50

/** Returns the newest rows of the audit log about an order, oldest first, and how many there are. */
export async function readHistory(
	db: Queryable,
	orderId: string,
): Promise<{ historia: AuditLine[]; historia_total: number }> {
	const ofOrder = and(eq(auditoria.tipo, 'orden'), eq(auditoria.ref, orderId))
	const historia = (await readAudit(db, ofOrder, maxEvents)).reverse()
	return { historia, historia_total: await db.$count(auditoria, ofOrder) }
}
