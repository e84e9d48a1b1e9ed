import { and, eq } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { lockOrder, transitionByStaff } from '#modules/orders/server/transition-order.ts'
import { actOnOrder, makeUndoable, moveBy } from '#modules/orders/staff/server/act-on-order.ts'
import { groupOf, isNeverPaid, readOrder } from '#modules/orders/staff/server/read-order.ts'
import { recordOnce, refundAll } from '#modules/orders/staff/server/refunds.ts'
import type { CancelRequest, OrderDetail, OrderGroup } from '#modules/orders/staff/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'

/**
 * Cancels an order and returns its stock; the mail has the reason. With `devolver` or `devolver_a_mano` it is refunded
 * in the same transaction, and cannot be undone; otherwise it can for a minute, and the money is owed. Idempotent.
 * Refuses with `accion_no_corresponde`, and as `refundAll` and `recordOnce` do. `key` is the one of its refund.
 */
export async function cancelOrder(
	deps: StaffDeps,
	orderId: string,
	{
		devolver,
		devolver_a_mano,
		motivo,
		actorId,
		key,
	}: CancelRequest & { readonly actorId: number; readonly key: string },
): Promise<OrderDetail> {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const isDone = order.estado === 'cancelado'
		const cancel = async (held: StaffDeps, undoableUntil?: Date) => {
			const move = { action: 'cancelar', estado: 'cancelado', why: 'cancelada', isDone } as const
			await moveBy(held, tx, order, { ...move, actorId, motivo, undoableUntil })
			// Among the notes of the order's history.
			if (!isDone && motivo !== '') await auditOrder(tx, order.id, actorId, { accion: 'nota', despues: motivo })
		}
		if (!devolver && !devolver_a_mano) {
			return await makeUndoable(deps, tx, order, (held) => cancel(held, held.undoableUntil))
		}

		await cancel(deps)
		const current = (await lockOrder(tx, order.id)) ?? order
		if (devolver) await refundAll(deps, tx, current, { ...devolver, motivo: motivo || 'Orden cancelada', key, actorId })
		else if (devolver_a_mano) await recordOnce(deps, tx, current, { ...devolver_a_mano, key, actorId })
	})
}

/** Orders cancelled per call: the rest is offered again. */
const mostAtOnce = 200

/**
 * Cancels the unpaid orders of an order's network or hour, each in its own transaction with stock, audit log and mail.
 * An order paid meanwhile stays. Returns the order with its history, and the number of cancelled orders. Refuses with
 * `orden_desconocida`.
 */
export async function cancelTogether(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ grupo, motivo }: { readonly grupo: OrderGroup; readonly motivo: string },
): Promise<OrderDetail & { canceladas: number }> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	const [named] = await deps.db.select().from(ordenes).where(eq(ordenes.id, orderId))
	const which = groupOf(deps.db, named ?? refuse('orden_desconocida'), grupo)
	const found = which
		? await deps.db.select({ id: ordenes.id }).from(ordenes).where(which).orderBy(ordenes.nro_orden).limit(mostAtOnce)
		: []
	let canceladas = 0
	for (const { id } of found) {
		await deps.db.transaction(async (tx) => {
			const order = await lockOrder(tx, id)
			if (!order || (await tx.$count(ordenes, and(eq(ordenes.id, id), isNeverPaid(tx)))) === 0) return
			await transitionByStaff(deps, tx, order, { estado: 'cancelado', actorId, why: 'cancelada', motivo })
			if (motivo !== '') await auditOrder(tx, id, actorId, { accion: 'nota', despues: motivo })
			canceladas += 1
		})
	}
	return { ...(await readOrder(deps, deps.db, orderId)), canceladas }
}
