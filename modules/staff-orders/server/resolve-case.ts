import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { followBooks } from '#modules/orders/server/follow-money.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'

/**
 * Resolves an order's case, which also releases a delivery without a measured distance; one stopped by a refund or
 * dispute stays stopped.
 */
export async function resolveCase(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, async (tx, order) =>
		order.atencion === null ? undefined : await clearCase(tx, order, actorId),
	)
}

/** Clears the case of a locked order. Money owed for a cancelled order is the next case, unless it was resolved. */
export async function clearCase(tx: Transaction, order: OrderRow, actorId: number): Promise<undefined> {
	const isMeasured = order.atencion === 'despacho_sin_medir' && order.entrega_liberada === null
	await tx
		.update(ordenes)
		.set({
			atencion: null,
			...(isMeasured && { entrega_liberada: 'sin_medir' }),
			version: sql`${ordenes.version} + 1`,
		})
		.where(eq(ordenes.id, order.id))
	await writeAudit(tx, {
		tipo: 'orden',
		ref: order.id,
		usuario_id: actorId,
		accion: 'caso_resuelto',
		campo: 'atencion',
		antes: order.atencion,
	})
	if (isMeasured)
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'entrega_liberada' })
	if (order.atencion !== 'falta_devolver') await followBooks(tx, order.id)
	return undefined
}
