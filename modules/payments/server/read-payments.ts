import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { type HeldPayment, heldByHand } from '#modules/orders/order-money.ts'
import type { PaymentState } from '#modules/orders/payment-details.ts'
import { devoluciones, devolucionesAMano, pagos } from '#modules/orders/payment-tables.ts'
import { toDetails } from '#modules/orders/server/read-order-money.ts'
import type { OrderRow } from '#modules/orders/tables.ts'

/** The gateway captured this money; a part may have been refunded since. */
const captured: readonly PaymentState[] = ['aprobado', 'devuelto']

/** An order's payments and refunds. A refund counts from its request, unless the gateway refused it. */
export async function readPayments(db: Queryable, orderId: string) {
	const rows = await db.select().from(pagos).where(eq(pagos.orden_id, orderId)).orderBy(asc(pagos.created_at))
	if (rows.length === 0) return []
	const recorded = await db
		.select({
			gateway: devoluciones.gateway,
			pago_id: devoluciones.pago_id,
			monto: sql<number>`coalesce(sum(${devoluciones.monto}) filter (where ${devoluciones.estado} <> 'rechazada'), 0)::int`,
		})
		.from(devoluciones)
		.where(eq(devoluciones.orden_id, orderId))
		.groupBy(devoluciones.gateway, devoluciones.pago_id)
	return rows.map((row) => {
		const { gateway, pago_id, estado, monto, moneda, destino, devuelto, created_at } = row
		const own = recorded.find((one) => one.gateway === gateway && one.pago_id === pago_id)?.monto ?? 0
		const gone = Math.max(own, devuelto)
		const devolvible = captured.includes(estado) ? Math.max(0, monto - gone) : 0
		return {
			gateway,
			pago_id,
			estado,
			monto,
			moneda,
			destino,
			devolvible,
			devuelto: gone,
			detalle: toDetails(row),
			created_at: created_at.toISOString(),
		}
	})
}

/** CLP of an order that staff can still refund by hand; `payments` are those of gateways. */
export async function readHeldByHand(
	db: Queryable,
	order: OrderRow,
	payments: readonly HeldPayment[],
): Promise<number> {
	if (order.pagada_at === null) return 0
	return heldByHand({ ...order, devuelto_a_mano: await readHandRefunded(db, order.id) }, payments)
}

/** CLP of an order that staff refunded by hand so far. */
export async function readHandRefunded(db: Queryable, orderId: string): Promise<number> {
	const [row] = await db
		.select({ monto: sql<number>`coalesce(sum(${devolucionesAMano.monto}), 0)::int` })
		.from(devolucionesAMano)
		.where(eq(devolucionesAMano.orden_id, orderId))
	return row?.monto ?? 0
}
