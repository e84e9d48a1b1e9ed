import { and, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import type { Context } from '#modules/lists/context.ts'
import { paidByHand } from '#modules/orders/order-money.ts'
import { readBooks } from '#modules/orders/server/read-order-money.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { amountToDocument, planDocuments } from '#modules/tax-documents/plan-documents.ts'
import { readReceptor } from '#modules/tax-documents/server/receptor.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'

/**
 * Inserts the documents that an order needs now, with their jobs, in each transaction that may change that. Idempotent
 * under the order's lock, and by constraints. `again`: replaces a rejected one. `notBefore`: until then the reason can
 * be undone.
 */
export async function writeDocuments(
	deps: Pick<Context, 'jobs'>,
	tx: Transaction,
	orderId: string,
	{ again = false, notBefore }: { again?: boolean; notBefore?: Date | undefined } = {},
): Promise<void> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order?.boleta_modelo) return
	const receptor = await readReceptor(tx, orderId)
	const wanted = await wantedAmount(tx, order)
	const { id, orden_id, tipo, secuencia, estado, monto, intentos, intentar_at } = documentosTributarios
	const isOfOrder = eq(orden_id, orderId)
	const plan = async () => {
		const written = await tx.select({ tipo, secuencia, estado, monto }).from(documentosTributarios).where(isOfOrder)
		return planDocuments(wanted, written, receptor?.tipo, again)
	}
	if ((await plan()).length === 0) return

	// Unsent documents that are held back are replaced: their content may change without a trace.
	const isUntried = and(eq(estado, 'por_emitir'), eq(intentos, 0), gt(intentar_at, sql`now()`))
	const held = await tx.delete(documentosTributarios).where(and(isOfOrder, isUntried)).returning({ intentar_at, tipo })
	const sale = held.find((document) => document.tipo !== 61)
	const heldUntil = notBefore ?? (sale ?? held[0])?.intentar_at ?? undefined
	const planned = await plan()
	if (planned.length === 0) return
	const rows = await tx
		.insert(documentosTributarios)
		.values(planned.map((one) => ({ ...one, orden_id: orderId, intentar_at: heldUntil ?? sql`now()` })))
		.returning({ id })
	// A held back document is emitted by the batch of the next minute.
	if (heldUntil) return
	const sends = rows.map((row) => ({ documento_id: row.id }))
	await deps.jobs.enqueue(tx, 'emitir_documento', sends)
}

/** The CLP of an order's document in its current state and model; 0: none. */
export async function wantedAmount(tx: Transaction, order: OrderRow): Promise<number> {
	const { boleta_modelo: modelo, boleta_momento, estado, total } = order
	if (!modelo) return 0
	const nombra_comprador = (await readReceptor(tx, order.id)) !== undefined
	const { aplicado = null, devuelto_a_mano = 0 } = (await readBooks(tx, [order.id])).get(order.id) ?? {}
	return amountToDocument({
		modelo,
		momento: boleta_momento ?? 'pago',
		nombra_comprador,
		estado,
		total,
		pagado: aplicado ? aplicado.monto : null,
		pagado_a_mano: paidByHand(order),
		// Money taken by a dispute cancels no sale: staff cancel the order where it was not delivered.
		devuelto: aplicado ? aplicado.devuelto : devuelto_a_mano,
	})
}
