import { actOnOrder, moveBy } from '#server/staff/orders/act-on-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** The units are with the customer. */
export async function deliverOrder(deps: StaffDeps, by: number, orden_id: string) {
	return await actOnOrder(deps, orden_id, async (tx, order) =>
		moveBy(deps, tx, order, {
			action: 'entregar',
			estado: 'completado',
			by,
			why: 'entregada',
			isDone: order.estado === 'completado',
		}),
	)
}
