import { type Failure, fail } from '#core/contract/failure.ts'
import type { AuditAction } from '#core/rules/audit-actions.ts'
import type { CaseReason } from '#core/rules/case-reasons.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { refundableOf } from '#modules/orders/money-held.ts'
import { canDo, type OrderAction } from '#modules/orders/order-actions.ts'
import { failStopped } from '#modules/orders/server/follow-money.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { readHeldByHand } from '#modules/payments/server/read-held-by-hand.ts'
import { readPayments } from '#modules/payments/server/read-payments.ts'
import { readOrder } from '#modules/staff-orders/server/read-order.ts'
import { setEstado } from '#modules/staff-orders/server/set-estado.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes/order-detail.ts'

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
