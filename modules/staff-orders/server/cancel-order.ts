import type { Failure } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { actOnOrder, moveBy } from '#modules/staff-orders/server/act-on-order.ts'
import { recordOnce } from '#modules/staff-orders/server/money/record-hand-refund.ts'
import { refundAll } from '#modules/staff-orders/server/money/refund-order.ts'
import { makeUndoable } from '#modules/staff-orders/server/undoable-change.ts'
import type { CancelRequest } from '#modules/staff-orders/shapes/order-detail.ts'

interface Cancellation extends CancelRequest {
	readonly actorId: number
	/** The key of its refund. */
	readonly key: string
}

/**
 * Cancels an order and returns its stock; the mail has the reason. With `devolver` or `devolver_a_mano` it is refunded
 * in the same transaction, and cannot be undone; otherwise it can for a minute, and the money is owed.
 */
export async function cancelOrder(deps: StaffDeps, orderId: string, cancellation: Cancellation) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const { devolver, devolver_a_mano, motivo, actorId, key } = cancellation
		if (!devolver && !devolver_a_mano) {
			return await makeUndoable(deps, tx, order, (held) => cancel(held, tx, order, cancellation))
		}
		const failure = await cancel(deps, tx, order, cancellation)
		if (failure) return failure
		const current = (await lockOrder(tx, order.id)) ?? order
		if (devolver) {
			return await refundAll(deps, tx, current, { ...devolver, motivo: motivo || 'Orden cancelada', key, actorId })
		}
		const recorded = devolver_a_mano && (await recordOnce(deps, tx, current, { ...devolver_a_mano, key, actorId }))
		return recorded && 'failure' in recorded ? recorded : undefined
	})
}

async function cancel(
	deps: StaffDeps & { readonly undoableUntil?: Date },
	tx: Transaction,
	order: OrderRow,
	{ motivo, actorId }: Cancellation,
): Promise<Failure | undefined> {
	const isDone = order.estado === 'cancelado'
	const until = deps.undoableUntil && { undoableUntil: deps.undoableUntil }
	const to = { action: 'cancelar', estado: 'cancelado', why: 'cancelada', isDone } as const
	const failure = await moveBy(deps, tx, order, { ...to, actorId, motivo, ...until })
	if (failure || isDone || motivo === '') return failure
	await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'nota', despues: motivo })
	return undefined
}
