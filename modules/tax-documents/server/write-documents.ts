import { and, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import type { Context } from '#modules/lists/context.ts'
import { paidByHand } from '#modules/orders/order-money.ts'
import { readBooks } from '#modules/orders/server/read-order-money.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { amountToDocument, planDocuments } from '#modules/tax-documents/plan-documents.ts'
import { readReceptor } from '#modules/tax-documents/server/receptor.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'

export type WriteDocumentsDeps = Pick<Context, 'jobs'>

/**
 * Inserts the documents that an order needs now, with their jobs, in each transaction that may change that. Idempotent
 * under the order's lock, and by constraints. `again`: replaces a rejected one. `notBefore`: until then the reason can
 * be undone.
 */
export async function writeDocuments(
	deps: WriteDocumentsDeps,
	tx: Transaction,
	orderId: string,
	{ again = false, notBefore }: { again?: boolean; notBefore?: Date | undefined } = {},
): Promise<void> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order?.boleta_modelo) return
	const receptor = await readReceptor(tx, orderId)
	const wanted = await wantedAmount(tx, order)
	const plan = async () => planDocuments(wanted, await readWritten(tx, orderId), receptor?.tipo, again)
	if ((await plan()).length === 0) return
	const heldBefore = await deleteHeldDocuments(tx, orderId)
	const heldUntil = notBefore ?? heldBefore
	const planned = await plan()
	if (planned.length === 0) return
	const rows = await tx
		.insert(documentosTributarios)
		.values(planned.map((one) => ({ ...one, orden_id: orderId, intentar_at: heldUntil ?? sql`now()` })))
		.returning({ id: documentosTributarios.id })
	// A held back document is emitted by the batch of the next minute.
	if (heldUntil) return
	const sends = rows.map(({ id }) => ({ documento_id: id }))
	await deps.jobs.enqueue(tx, 'emitir_documento', sends)
}

async function readWritten(tx: Transaction, orderId: string) {
	const { tipo, secuencia, estado, monto } = documentosTributarios
	return await tx
		.select({ tipo, secuencia, estado, monto })
		.from(documentosTributarios)
		.where(eq(documentosTributarios.orden_id, orderId))
}

/**
 * Deletes unsent documents that are held back: their content may change without a trace. Returns until when they were
 * held back; undefined without any.
 */
async function deleteHeldDocuments(tx: Transaction, orderId: string): Promise<Date | undefined> {
	const { orden_id, estado, intentos, intentar_at } = documentosTributarios
	const isUntried = and(eq(estado, 'por_emitir'), eq(intentos, 0), gt(intentar_at, sql`now()`))
	const held = await tx
		.delete(documentosTributarios)
		.where(and(eq(orden_id, orderId), isUntried))
		.returning({ intentar_at, tipo: documentosTributarios.tipo })
	const sale = held.find(({ tipo }) => tipo !== 61)
	return (sale ?? held[0])?.intentar_at ?? undefined
}

/** The CLP of an order's document in its current state and model; 0: none. */
export async function wantedAmount(tx: Transaction, order: OrderRow): Promise<number> {
	const { boleta_modelo: modelo, boleta_momento, estado, total } = order
	if (!modelo) return 0
	const { pagado, devuelto } = await readMoney(tx, order.id)
	const momento = boleta_momento ?? 'pago'
	const nombra_comprador = (await readReceptor(tx, order.id)) !== undefined
	const money = { total, pagado, pagado_a_mano: paidByHand(order), devuelto }
	return amountToDocument({ modelo, momento, nombra_comprador, estado, ...money })
}

/**
 * The payment that pays an order, and its refunded amount. Money taken by a dispute cancels no sale: staff cancel the
 * order where it was not delivered.
 */
async function readMoney(tx: Transaction, orderId: string): Promise<{ pagado: number | null; devuelto: number }> {
	const books = (await readBooks(tx, [orderId])).get(orderId)
	const { aplicado = null, devuelto_a_mano = 0 } = books ?? {}
	return aplicado
		? { pagado: aplicado.monto, devuelto: aplicado.devuelto }
		: { pagado: null, devuelto: devuelto_a_mano }
}
