import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import { type PickupRow, retiros } from '#server/db/tables/rounds.ts'
import { lockOrder } from '#server/orders/transition-order.ts'
import { isUuid } from '#server/platform/uuid.ts'

/** Locks a pickup order until `tx` ends, with its agreed hour; undefined for any other order. */
export async function lockPickup(
	tx: Transaction,
	orderId: string,
): Promise<{ readonly order: OrderRow; readonly pickup: PickupRow | undefined } | undefined> {
	const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
	if (order?.tipo_entrega !== 'retiro') return undefined
	const [pickup] = await tx.select().from(retiros).where(eq(retiros.orden_id, orderId))
	return { order, pickup }
}
