import type { StaffDeps } from '#modules/context.ts'
import { actOnOrder, moveBy } from '#modules/staff-orders/server/act-on-order.ts'
import { makeUndoable } from '#modules/staff-orders/server/undoable-change.ts'

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
