import { type HeldPayment, heldByHand } from '#domain/staff/money-held.ts'
import type { Queryable } from '#server/db/database.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import { readHandRefunded } from '#server/tax-documents/read-hand-refunded.ts'

/** CLP of an order that staff can still refund by hand; `payments` are those of gateways. */
export async function readHeldByHand(
	db: Queryable,
	order: OrderRow,
	payments: readonly HeldPayment[],
): Promise<number> {
	if (order.pagada_at === null) return 0
	return heldByHand({ ...order, devuelto_a_mano: await readHandRefunded(db, order.id) }, payments)
}
