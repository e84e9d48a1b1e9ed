import type { AuditEvent, AuditKind } from '#domain/staff/audit-actions.ts'
import type { Transaction } from '#server/db/database.ts'
import { auditoria } from '#server/db/tables/records.ts'

/** One line of the audit log. `usuario_id` null: the shop itself did it (a gateway's answer, a job). */
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
}

const textOf = (value: AuditEntry['antes']) => (value === undefined || value === null ? null : String(value))

/** Writes down who did what, in the transaction of what was done. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
	await tx.insert(auditoria).values({
		tipo: entry.tipo,
		ref: String(entry.ref),
		usuario_id: entry.usuario_id,
		accion: entry.accion,
		campo: entry.campo ?? null,
		detalle: entry.detalle ?? null,
		antes: textOf(entry.antes),
		despues: textOf(entry.despues),
	})
}
