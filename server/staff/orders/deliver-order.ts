import { actOnOrder, moveBy } from '#server/staff/orders/act-on-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** The units are with the customer. */
export async function deliverOrder(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, async (tx, order) =>
		moveBy(deps, tx, order, {
			action: 'entregar',
			estado: 'completado',
			actorId,
			why: 'entregada',
			isDone: order.estado === 'completado',
		}),
	)
}
