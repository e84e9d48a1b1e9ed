import type { CaseReason } from '#core/rules/case-reasons.ts'
import type { StaffDeps } from '#modules/context.ts'
import { actOnOrder, moveBy } from '#modules/staff-orders/server/act-on-order.ts'
import { clearCase } from '#modules/staff-orders/server/resolve-case.ts'
import { makeUndoable } from '#modules/staff-orders/server/undoable-change.ts'

/** Cases about the proof alone, which the payment resolves. */
const proofCases: readonly (CaseReason | null)[] = [
	'comprobante_sin_stock',
	'comprobante_sin_reserva',
	'revision_vencida',
]
export const isProofCase = (atencion: CaseReason | null) => proofCases.includes(atencion)

/** Marks the order as paid by a received transfer, mails the customer and resolves a case about its proof. */
export async function confirmTransfer(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, (tx, order) =>
		makeUndoable(deps, tx, order, async (held) => {
			const isDone = order.metodo_pago === 'transferencia' && ['pagada', 'completado'].includes(order.estado)
			const failure = await moveBy(held, tx, order, {
				action: 'confirmar_transferencia',
				estado: 'pagada',
				actorId,
				why: 'transferencia_confirmada',
				isDone,
				undoableUntil: held.undoableUntil,
			})
			if (failure || isDone || !isProofCase(order.atencion)) return failure
			return await clearCase(tx, order, actorId)
		}),
	)
}
