import { type AuditEntry, writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'

/** Writes an event of an order to the audit log. `usuario_id` null: the shop itself. */
export async function auditOrder(
	tx: Transaction,
	orderId: string,
	usuario_id: number | null,
	event: Omit<AuditEntry, 'tipo' | 'ref' | 'usuario_id'>,
): Promise<void> {
	await writeAudit(tx, { tipo: 'orden', ref: orderId, usuario_id, ...event })
}
