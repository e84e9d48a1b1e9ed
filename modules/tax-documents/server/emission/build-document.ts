import { and, asc, eq } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { amountsOf } from '#modules/tax-documents/amounts.ts'
import { readReceptor, toReceptor } from '#modules/tax-documents/server/receptor.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'
import type { MedioPagoSii, TaxDocument } from '#modules/tax-documents/tax-document.ts'

/** Returns the document to send, equal at every try; undefined for a 61 whose document was never made. */
export async function buildDocument(
	db: Queryable,
	row: TaxDocumentRow,
	fecha: string,
): Promise<TaxDocument | undefined> {
	const [order] = await db.select().from(ordenes).where(eq(ordenes.id, row.orden_id))
	if (!order) throw new Error(`document ${row.id} has no order`)
	const lines = await db
		.select({ nombre: ordenLineas.nombre, cantidad: ordenLineas.cantidad, precio: ordenLineas.precio })
		.from(ordenLineas)
		.where(eq(ordenLineas.orden_id, order.id))
		.orderBy(asc(ordenLineas.posicion))
	const receptor = await readReceptor(db, order.id)
	const document = {
		id: row.id,
		tipo: row.tipo,
		fecha,
		receptor: receptor ? toReceptor(receptor) : null,
		medio_pago: await meansOf(db, order),
		...amountsOf({ lines, despacho: order.despacho }, row.monto),
	}
	if (row.tipo !== 61) return { ...document, referencia: null }
	const annulled = await readAnnulled(db, row)
	if (!annulled || annulled.tipo === 61 || annulled.folio === null || annulled.fecha === null) return undefined
	const { tipo, folio, fecha: itsDate } = annulled
	return { ...document, referencia: { tipo, folio, fecha: itsDate, motivo: 'Anula documento' } }
}

export async function readAnnulled(db: Queryable, row: TaxDocumentRow): Promise<TaxDocumentRow | undefined> {
	const { orden_id, secuencia } = documentosTributarios
	const rows = await db
		.select()
		.from(documentosTributarios)
		.where(and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia)))
	return rows.find(({ tipo }) => tipo !== 61)
}

/** A gateway's payment is electronic; any other was cash or a transfer. */
async function meansOf(db: Queryable, order: OrderRow): Promise<MedioPagoSii> {
	const isApplied = and(eq(pagos.orden_id, order.id), eq(pagos.destino, 'aplicado'))
	const paid = await db.select({ id: pagos.pago_id }).from(pagos).where(isApplied).limit(1)
	if (paid.length > 0) return 2
	return order.metodo_pago === 'efectivo' ? 1 : 3
}
