import { and, eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { devoluciones, type RefundRow } from '#modules/orders/payment-tables.ts'
import type { OrderRow } from '#modules/orders/tables.ts'

/** Locks a refund of a locked order. Fails with `no_encontrado` for a refund of another order. */
export async function lockRefund(
	tx: Transaction,
	order: OrderRow,
	devolucion_id: string,
): Promise<RefundRow | Failure> {
	const isIts = and(eq(devoluciones.id, devolucion_id), eq(devoluciones.orden_id, order.id))
	const [refund] = await tx.select().from(devoluciones).where(isIts).for('update')
	return refund ?? fail('no_encontrado', { text: 'Esta orden no tiene esa devolución.' })
}
