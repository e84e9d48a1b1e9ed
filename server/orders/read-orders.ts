import { and, asc, desc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import type { ProfileOrder } from '#contract/orders/own-order.ts'
import { isEstado } from '#domain/orders/estado.ts'
import { payableAgainUntil } from '#domain/orders/hold-times.ts'
import type { Database } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { orderHistory } from '#server/orders/order-history.ts'
import { type ProofLinkDeps, readProofLinks } from '#server/orders/proof-links.ts'
import { readOwnDeliveries } from '#server/orders/read-deliveries.ts'
import { readLines } from '#server/orders/read-lines.ts'
import { customerMoney, readOrderMoney } from '#server/orders/read-order-money.ts'
import { forCustomer, readDocuments } from '#server/tax-documents/document-links.ts'
import { readReceptors } from '#server/tax-documents/read-receptor.ts'

/** The states of each order after it was placed, by time. */
async function readMoves(db: Database, ids: readonly string[]) {
	const { id, tipo, ref, campo, accion, created_at, despues } = auditoria
	const ofOrders = and(eq(tipo, 'orden'), inArray(ref, [...ids]), eq(campo, 'estado'), ne(accion, 'creada'))
	const moves = await db
		.select({ orden_id: ref, created_at, estado: despues })
		.from(auditoria)
		.where(ofOrders)
		.orderBy(asc(id))
	const known = moves.map(({ estado, ...move }) => ({ ...move, estado: isEstado(estado) ? estado : null }))
	return Map.groupBy(known, ({ orden_id }) => orden_id)
}

/**
 * Reads the orders that `which` selects as their customer sees them, newest first, all or one page: eight queries
 * for any number of orders.
 */
export async function readOrders(
	deps: ProofLinkDeps & { db: Database },
	which: SQL,
	page?: { readonly offset: number; readonly limit: number },
): Promise<ProfileOrder[]> {
	const { db } = deps
	const all = db.select().from(ordenes).where(which).orderBy(desc(ordenes.created_at), desc(ordenes.nro_orden))
	const orders = await (page ? all.limit(page.limit).offset(page.offset) : all)
	const ids = orders.map((order) => order.id)
	if (ids.length === 0) return []

	const [linesOf, proofsOf, documentsOf, receptorOf, deliveryOf, movesOf, moneyOf] = await Promise.all([
		readLines(db, ids),
		readProofLinks(deps, db, ids),
		readDocuments(deps, db, ids),
		readReceptors(db, ids),
		readOwnDeliveries(db, orders, deps.clock.now()),
		readMoves(db, ids),
		readOrderMoney(db, ids),
	])

	return orders.map((order) => {
		const { receivedAt, comprobantes, comprobantes_descarga } = proofsOf(order)
		const { id, nro_orden, estado, user, total, subtotal, despacho, descuento, metodo_pago, created_at, pagada_at } =
			order
		return {
			id,
			nro_orden,
			estado,
			user,
			total,
			...customerMoney(moneyOf(id)),
			subtotal,
			despacho,
			descuento,
			metodo_pago,
			tipo_entrega: order.tipo_entrega,
			direccion: order.direccion,
			telefono: order.telefono,
			estacion_retiro: order.estacion_retiro,
			horario_retiro: order.horario_retiro,
			plazo_entrega: order.plazo_entrega,
			entrega: deliveryOf(order),
			created_at: created_at.toISOString(),
			pagable_hasta: payableAgainUntil(order, deps.clock.now())?.toISOString() ?? null,
			carrito: linesOf(id),
			comprobantes,
			comprobantes_descarga,
			comprobante_rechazado: order.comprobante_rechazado,
			receptor: receptorOf(id),
			documentos: documentsOf(id).map(forCustomer),
			historia: orderHistory({ created_at, pagada_at, proofs: receivedAt, moves: movesOf.get(id) ?? [] }),
		}
	})
}
