import { randomUUID } from 'node:crypto'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { devoluciones, intentosPago, type PaymentRow, pagos, type RefundRow } from '#modules/orders/payment-tables.ts'
import { writeOrder } from '#tests/written-order.ts'

/** Inserts an approved payment of 29,990 CLP with its order and attempt. */
export async function writePayment(
	database: Pick<OpenDatabase, 'db'>,
	changes: Partial<typeof pagos.$inferInsert> = {},
): Promise<PaymentRow> {
	const { id: orden_id } = await writeOrder(database, { estado: 'pagada' })
	const [gateway, monto] = ['mercadopago', 29_990] as const
	const [intento_id, expires_at] = [randomUUID(), new Date('2026-11-23T12:00:00Z')]
	await database.db
		.insert(intentosPago)
		.values({ id: intento_id, orden_id, gateway, monto, estado: 'pagado', expires_at })
	const payment = {
		gateway,
		pago_id: randomUUID(),
		intento_id,
		orden_id,
		monto,
		estado: 'aprobado',
		moneda: 'CLP',
	} as const
	const [row] = await database.db
		.insert(pagos)
		.values({ ...payment, destino: 'aplicado', ...changes })
		.returning()
	if (!row) throw new Error('no payment was written')
	return row
}

/** Inserts a refund of 1,000 CLP of a payment. */
export async function writeRefund(
	{ db }: Pick<OpenDatabase, 'db'>,
	{ gateway, pago_id, orden_id }: PaymentRow,
	changes: Partial<typeof devoluciones.$inferInsert> = {},
): Promise<RefundRow> {
	const refund = {
		id: randomUUID(),
		gateway,
		pago_id,
		orden_id,
		monto: 1000,
		motivo: 'talla',
		estado: 'pedida',
	} as const
	const [row] = await db
		.insert(devoluciones)
		.values({ ...refund, ...changes })
		.returning()
	if (!row) throw new Error('no refund was written')
	return row
}
