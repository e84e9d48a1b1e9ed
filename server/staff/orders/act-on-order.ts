import { type Failure, fail } from '#contract/failure.ts'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import type { CaseReason } from '#domain/orders/case-reasons.ts'
import type { Estado } from '#domain/orders/estado.ts'
import type { AuditAction } from '#domain/staff/audit-actions.ts'
import { refundableOf } from '#domain/staff/money-held.ts'
import { canDo, type OrderAction } from '#domain/staff/order-actions.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import { failStopped } from '#server/orders/follow-money.ts'
import { lockOrder } from '#server/orders/transition-order.ts'
import { readHeldByHand } from '#server/payments/read-held-by-hand.ts'
import { readPayments } from '#server/payments/read-payments.ts'
import { isUuid } from '#server/platform/uuid.ts'
import { readOrder } from '#server/staff/orders/read-order.ts'
import { setEstado } from '#server/staff/orders/set-estado.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Runs an action under the order's lock, and returns the order's history. A rejected action changes nothing. */
export async function actOnOrder(
	deps: StaffDeps,
	orderId: string,
	act: (tx: Transaction, order: OrderRow) => Promise<Failure | undefined>,
): Promise<OrderDetail | Failure> {
	if (!isUuid(orderId)) return fail('orden_desconocida')
	try {
		return await deps.db.transaction(async (tx) => {
			const order = await lockOrder(tx, orderId)
			if (!order) return fail('orden_desconocida')
			const failure = await act(tx, order)
			if (failure) throw new Refused(failure)
			return await readOrder(deps, tx, orderId)
		})
	} catch (error) {
		if (error instanceof Refused) return error.failure
		throw error
	}
}

/** Rolls back the writes of a rejected action. */
class Refused extends Error {
	readonly failure: Failure
	constructor(failure: Failure) {
		super(failure.failure)
		this.failure = failure
	}
}

/** Fails with `accion_no_corresponde` for an action that does not apply to the locked order. */
export async function checkAction(tx: Transaction, action: OrderAction, order: OrderRow): Promise<Failure | undefined> {
	const pagos = await readPayments(tx, order.id)
	const devolvible_a_mano = await readHeldByHand(tx, order, pagos)
	const estado = order.estado
	return canDo(action, { ...order, estado, devolvible: refundableOf(pagos), devolvible_a_mano })
		? undefined
		: fail('accion_no_corresponde', { extra: { estado } })
}

/** Moves a locked order to the action's state. Idempotent: an order in that state stays unchanged. */
export async function moveBy(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	move: {
		action: OrderAction
		estado: Estado
		actorId: number
		why: AuditAction | CaseReason
		motivo?: string
		isDone: boolean
		undoableUntil?: Date
	},
): Promise<Failure | undefined> {
	if (move.isDone) return undefined
	if (move.action === 'entregar' && order.entrega_detenida) return await failStopped(tx, order)
	const wrong = await checkAction(tx, move.action, order)
	if (wrong) return wrong
	return await setEstado(deps, tx, order, move)
}
