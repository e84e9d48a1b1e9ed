import { actOnOrder, moveBy } from '#modules/orders/server/staff/act-on-order.ts'
import { makeUndoable } from '#modules/orders/server/staff/undoable-change.ts'
import type { StaffDeps } from '#modules/staff/server/staff-deps.ts'

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
