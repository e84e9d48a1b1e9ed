import type { Queryable } from '#core/server/db/database.ts'
import { type HeldPayment, heldByHand } from '#modules/orders/money-held.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { readHandRefunded } from '#modules/payments/server/read-hand-refunded.ts'

/** CLP of an order that staff can still refund by hand; `payments` are those of gateways. */
export async function readHeldByHand(
	db: Queryable,
	order: OrderRow,
	payments: readonly HeldPayment[],
): Promise<number> {
	if (order.pagada_at === null) return 0
	return heldByHand({ ...order, devuelto_a_mano: await readHandRefunded(db, order.id) }, payments)
}
