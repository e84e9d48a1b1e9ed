import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { devolucionesAMano } from '#modules/orders/payment-tables.ts'

/** CLP of an order that staff refunded by hand so far. */
export async function readHandRefunded(db: Queryable, orderId: string): Promise<number> {
	const [row] = await db
		.select({ monto: sql<number>`coalesce(sum(${devolucionesAMano.monto}), 0)::int` })
		.from(devolucionesAMano)
		.where(eq(devolucionesAMano.orden_id, orderId))
	return row?.monto ?? 0
}
