import { eq } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { type PickupRow, retiros } from '#modules/rounds/tables.ts'

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
