import { writeAudit } from '#server/audit/write-audit.ts'
import { actOnOrder, moveBy } from '#server/staff/orders/act-on-order.ts'
import { makeUndoable } from '#server/staff/orders/undoable-change.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Cancels an order and puts its units back. The mail says why; its money goes back by a refund of its own. */
export async function cancelOrder(deps: StaffDeps, actorId: number, orderId: string, motivo: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const isDone = order.estado === 'cancelado'
		return await makeUndoable(deps, tx, order, async (held) => {
			const { undoableUntil } = held
			const to = { action: 'cancelar', estado: 'cancelado', why: 'cancelada' } as const
			const failure = await moveBy(held, tx, order, { ...to, actorId, motivo, isDone, undoableUntil })
			if (failure || isDone || motivo === '') return failure
			await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'nota', despues: motivo })
			return undefined
		})
	})
}
