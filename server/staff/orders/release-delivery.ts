import { eq, sql } from 'drizzle-orm'
import { fail } from '#contract/failure.ts'
import { awaitsHandover } from '#domain/orders/handover.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { actOnOrder } from '#server/staff/orders/act-on-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/**
 * Releases the delivery of an order stopped by a refund or dispute; the reason is in the audit log. Idempotent. Fails
 * with `accion_no_corresponde` for an order not awaiting delivery.
 */
export async function releaseDelivery(deps: StaffDeps, actorId: number, orderId: string, motivo: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		if (order.entrega_liberada === 'dinero') return undefined
		if (!order.entrega_detenida || !awaitsHandover(order))
			return fail('accion_no_corresponde', { extra: { estado: order.estado } })
		await tx
			.update(ordenes)
			.set({ entrega_detenida: false, entrega_liberada: 'dinero', version: sql`${ordenes.version} + 1` })
			.where(eq(ordenes.id, order.id))
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: actorId,
			accion: 'entrega_liberada',
			detalle: motivo,
		})
		return undefined
	})
}
