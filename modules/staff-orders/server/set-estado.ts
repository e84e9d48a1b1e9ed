import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { AuditAction } from '#core/rules/audit-actions.ts'
import type { CaseReason } from '#core/rules/case-reasons.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Shortage } from '#modules/catalog/server/hold-stock.ts'
import type { StaffDeps } from '#modules/context.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { datesFor } from '#modules/orders/estado-dates.ts'
import { paidAgain } from '#modules/orders/hand-refund.ts'
import { moneyHeld } from '#modules/orders/money-held.ts'
import { failStopped } from '#modules/orders/server/follow-money.ts'
import { mailOrderCancelled, mailOrderResumed, mailPaymentConfirmed } from '#modules/orders/server/order-mails.ts'
import { transitionOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { readHandRefunded } from '#modules/payments/server/read-hand-refunded.ts'
import { readPayments } from '#modules/payments/server/read-payments.ts'

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
	if (isConfirmed) await mailPaymentConfirmed(deps, tx, await readOrder(tx, order.id))
	const isResumed = order.estado === 'cancelado' && !['cancelado', 'fallida'].includes(move.estado)
	if (isResumed && !isConfirmed) await mailOrderResumed(deps, tx, await readOrder(tx, order.id), move.estado)
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

async function readOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order) throw new Error('the order is gone')
	return order
}
