import { and, eq, inArray } from 'drizzle-orm'
import { devoluciones, ordenes } from '#server/db/schema.ts'
import { lockOrder } from '#server/orders/move-order.ts'
import { mailRefundDone, mailStaffCase } from '#server/orders/order-mails.ts'
import type { RefundOutcome } from '#server/payments/gateways/gateway.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

export type RefundRow = typeof devoluciones.$inferSelect

const estadoOf = { hecho: 'hecha', pendiente: 'en_curso', rechazado: 'rechazada' } as const

/**
 * Writes down what a gateway answered about a refund, with the mail to the customer when the money is on its way and the case
 * for staff when it was refused. A refund that is over stays as it is.
 */
export async function closeRefund(deps: PaymentDeps, refund: RefundRow, outcome: RefundOutcome): Promise<void> {
	const estado = estadoOf[outcome.estado]
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, refund.orden_id)
		const changed = await tx
			.update(devoluciones)
			.set({ estado, devolucion_id: outcome.devolucion_id || refund.devolucion_id, updated_at: deps.clock.now() })
			.where(and(eq(devoluciones.id, refund.id), inArray(devoluciones.estado, ['pedida', 'en_curso'])))
			.returning({ id: devoluciones.id })
		if (!order || changed.length === 0 || estado === refund.estado) return
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: refund.usuario_id,
			accion: `devolucion_${estado}`,
			despues: refund.monto,
		})
		if (estado === 'hecha') await mailRefundDone(tx, deps.mail, order, refund)
		if (estado === 'rechazada') {
			await tx.update(ordenes).set({ atencion: 'devolucion_rechazada' }).where(eq(ordenes.id, order.id))
			await mailStaffCase(tx, deps.mail, order, 'devolucion_rechazada')
		}
	})
}
