import { actOnOrder, moveBy } from '#server/staff/orders/act-on-order.ts'
import { makeUndoable } from '#server/staff/orders/undoable-change.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Marks the units as handed to the customer. */
export async function deliverOrder(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, (tx, order) =>
		makeUndoable(deps, tx, order, (held) =>
			moveBy(held, tx, order, {
				action: 'entregar',
				estado: 'completado',
				actorId,
				why: 'entregada',
				isDone: order.estado === 'completado',
				undoableUntil: held.undoableUntil,
			}),
		),
	)
}
