import { eq, sql } from 'drizzle-orm'
import { fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { StaffDeps } from '#modules/context.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'

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
