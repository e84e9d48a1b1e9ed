import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { AuditAction, CaseReason } from '#core/rules/audit-actions.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { datesFor, type Estado } from '#modules/orders/estado.ts'
import { canDo, type OrderAction } from '#modules/orders/order-actions.ts'
import { moneyHeld, paidAgain, refundableOf } from '#modules/orders/order-money.ts'
import type { Shortage } from '#modules/orders/server/hold-stock.ts'
import { mailOrderCancelled, mailOrderResumed, mailPaymentConfirmed } from '#modules/orders/server/order-mails.ts'
import { failStopped, lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { readHandRefunded, readHeldByHand, readPayments } from '#modules/payments/server/read-payments.ts'
import { readOrder } from '#modules/staff-orders/server/read-order.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'

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

/**
 * Sets a locked order's state with stock, dates and mails: for a confirmed payment once per order, for a cancellation
 * with its `motivo`, and for each resumption. Fails with `sin_stock` when the state needs sold units, and with
 * `entrega_detenida` while its delivery is stopped, changing nothing.
 */
export async function setEstado(
	deps: Pick<StaffDeps, 'mail' | 'clock' | 'jobs' | 'hooks'>,
	tx: Transaction,
	order: OrderRow,
	move: { estado: Estado; actorId: number; why: AuditAction | CaseReason; motivo?: string; undoableUntil?: Date },
): Promise<Failure | undefined> {
	if (move.estado === 'completado' && order.estado !== 'completado' && order.entrega_detenida) {
		return await failStopped(tx, order)
	}
	const dates = datesFor(move.estado, order, deps.clock.now())
	const isNowPaid = order.pagada_at === null && dates.pagada_at !== null
	const pagado_a_mano = isNowPaid ? paidAgain(order, await readHandRefunded(tx, order.id)) : order.pagado_a_mano
	const set = { ...dates, pagado_a_mano }
	const shortage = await transitionOrder(deps, tx, order, { ...move, set })
	if (shortage) return failShort(shortage)
	const isConfirmed = isNowPaid && move.estado === 'pagada'
	if (isConfirmed) await mailPaymentConfirmed(deps, tx, await readRow(tx, order.id))
	const isResumed = order.estado === 'cancelado' && !['cancelado', 'fallida'].includes(move.estado)
	if (isResumed && !isConfirmed) await mailOrderResumed(deps, tx, await readRow(tx, order.id), move.estado)
	if (move.estado === 'cancelado' && order.estado !== 'cancelado') {
		const devuelto_a_mano = await readHandRefunded(tx, order.id)
		const por_devolver = moneyHeld({ ...order, devuelto_a_mano }, await readPayments(tx, order.id))
		await mailOrderCancelled(deps, tx, order, { motivo: move.motivo ?? '', por_devolver })
	}
	return undefined
}

/** The failure of a state that needs more units than are in stock. */
export const failShort = (shortage: Shortage): Failure =>
	fail('sin_stock', {
		text: `No hay stock suficiente de ${shortage.color}: quedan ${shortage.disponible}.`,
		extra: { ...shortage },
	})

async function readRow(tx: Transaction, orderId: string): Promise<OrderRow> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order) throw new Error('the order is gone')
	return order
}
