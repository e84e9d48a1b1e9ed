import { and, eq } from 'drizzle-orm'
import type { RefundState } from '#domain/payments/payment-states.ts'
import type { AuditAction } from '#domain/staff/audit-actions.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Transaction } from '#server/db/database.ts'
import type { devoluciones } from '#server/db/tables/payments.ts'
import { auditoria } from '#server/db/tables/records.ts'

type Refund = Pick<typeof devoluciones.$inferSelect, 'id' | 'orden_id' | 'monto' | 'estado'>

/** How a refund in doubt ended, by what staff found at its gateway, and the deed of the audit log that says so. */
const deeds: Partial<Readonly<Record<RefundState, AuditAction>>> = {
	hecha: 'devolucion_averiguada_hecha',
	rechazada: 'devolucion_averiguada_no_hecha',
}

/** Writes down who says that a refund ended as it stands now. The line names the refund: an order may have several. */
export async function recordManualResolution(tx: Transaction, refund: Refund, usuario_id: number): Promise<void> {
	const { id, orden_id, monto, estado } = refund
	const accion = deeds[estado]
	if (!accion) throw new Error(`staff cannot end a refund as ${estado}`)
	await writeAudit(tx, { tipo: 'orden', ref: orden_id, usuario_id, accion, campo: id, despues: monto })
}

/** Whether staff said that a refund ended as it stands now. */
export async function wasResolvedManually(tx: Transaction, { id, orden_id, estado }: Refund): Promise<boolean> {
	const { tipo, ref, accion, campo } = auditoria
	const deed = deeds[estado]
	if (!deed) return false
	const said = await tx
		.select({ id: auditoria.id })
		.from(auditoria)
		.where(and(eq(tipo, 'orden'), eq(ref, orden_id), eq(accion, deed), eq(campo, id)))
		.limit(1)
	return said.length > 0
}
