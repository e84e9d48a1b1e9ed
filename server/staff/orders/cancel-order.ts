import { writeAudit } from '#server/audit/write-audit.ts'
import { actOnOrder, moveBy } from '#server/staff/orders/act-on-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Cancels an order and puts its units back. The mail says why; its money goes back by a refund of its own. */
export async function cancelOrder(deps: StaffDeps, actorId: number, orderId: string, motivo: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const isDone = order.estado === 'cancelado'
		const move = { action: 'cancelar', estado: 'cancelado', actorId, why: 'cancelada', motivo, isDone } as const
		const failure = await moveBy(deps, tx, order, move)
		if (failure || isDone || motivo === '') return failure
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'nota', despues: motivo })
		return undefined
	})
}
