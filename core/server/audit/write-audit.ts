import type { AuditEvent, AuditKind } from '#core/rules/audit-actions.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Transaction } from '#core/server/db/database.ts'

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
