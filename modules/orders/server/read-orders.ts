import { and, asc, desc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { dayIn } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { ownOrderReaders, privateOrderReaders } from '#modules/lists/order-parts.ts'
import { arrivalDay } from '#modules/orders/arrival.ts'
import { type Estado, isEstado } from '#modules/orders/estado.ts'
import { payableAgainUntil } from '#modules/orders/hold-times.ts'
import { profileOrdersPage } from '#modules/orders/profile-page.ts'
import { type ProofLinkDeps, readProofLinks } from '#modules/orders/server/order-links.ts'
import { readOrderMoney, readOwnRefunds, shownMoney } from '#modules/orders/server/read-order-money.ts'
import { readParts } from '#modules/orders/server/read-parts.ts'
import type { OrderEvent, OwnOrdersAnswer, ProfileOrder } from '#modules/orders/shapes.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** The newest events of an order that are sent. */
const historyLength = 50

/** The newest states of each order after it was placed, by time, and how many there are. */
async function readMoves(db: Database, ids: readonly string[], most: number) {
	const { id, tipo, ref, campo, accion, created_at, despues } = auditoria
	const ofOrders = and(eq(tipo, 'orden'), inArray(ref, [...ids]), eq(campo, 'estado'), ne(accion, 'creada'))
	const moves = db
		.select({
			id,
			orden_id: ref,
			created_at,
			estado: despues,
			total: sql<number>`count(*) over (partition by ${ref})::int`.as('total'),
			place: sql<number>`row_number() over (partition by ${ref} order by ${id} desc)`.as('place'),
		})
		.from(auditoria)
		.where(ofOrders)
		.as('moves')
	const newest = await db.select().from(moves).where(lte(moves.place, most)).orderBy(asc(moves.id))
	const known = newest.map(({ estado, ...move }) => ({ ...move, estado: isEstado(estado) ? estado : null }))
	return Map.groupBy(known, ({ orden_id }) => orden_id)
}

/**
 * Reads the orders that `which` selects as their customer sees them, newest first, all or one page: ten queries
 * for any number of orders. The history of each has its newest `mostEvents`.
 */
export async function readOrders(
	deps: ProofLinkDeps & { db: Database },
	which: SQL,
	page?: { readonly offset: number; readonly limit: number },
	mostEvents = historyLength,
): Promise<ProfileOrder[]> {
	const { db } = deps
	const all = db.select().from(ordenes).where(which).orderBy(desc(ordenes.created_at), desc(ordenes.nro_orden))
	const orders = await (page ? all.limit(page.limit).offset(page.offset) : all)
	const ids = orders.map((order) => order.id)
	if (ids.length === 0) return []

	const [linesOf, proofsOf, partsOf, privatePartsOf, movesOf, moneyOf, refundsOf, { feriados }] = await Promise.all([
		readLines(db, ids),
		readProofLinks(deps, db, ids),
		readParts(ownOrderReaders, deps, db, orders),
		readParts(privateOrderReaders, deps, db, orders),
		readMoves(db, ids, mostEvents),
		readOrderMoney(db, ids),
		readOwnRefunds(db, ids),
		readSettings(db),
	])
	const now = deps.clock.now()

	return orders.map((order) => {
		const { receivedAt, comprobantes, comprobantes_descarga } = proofsOf(order)
		const { id, created_at, pagada_at } = order
		const arrival = arrivalDay(order, feriados)
		return {
			id,
			nro_orden: order.nro_orden,
			estado: order.estado,
			user: order.user,
			total: order.total,
			...shownMoney(moneyOf(id)),
			devoluciones: refundsOf(id),
			subtotal: order.subtotal,
			despacho: order.despacho,
			descuento: order.descuento,
			metodo_pago: order.metodo_pago,
			tipo_entrega: order.tipo_entrega,
			direccion: order.direccion,
			telefono: order.telefono,
			estacion_retiro: order.estacion_retiro,
			horario_retiro: order.horario_retiro,
			plazo_entrega: order.plazo_entrega,
			llega_hasta: arrival !== null && arrival >= dayIn(now) ? arrival : null,
			...partsOf(order),
			created_at: created_at.toISOString(),
			pagable_hasta: payableAgainUntil(order, now)?.toISOString() ?? null,
			carrito: linesOf(id),
			comprobantes,
			comprobantes_descarga,
			comprobante_rechazado: order.comprobante_rechazado,
			...privatePartsOf(order),
			...orderHistory({ created_at, pagada_at, proofs: receivedAt, moves: movesOf.get(id) ?? [] }, mostEvents),
		}
	})
}

/** Returns a page of an account's orders, newest first. */
export async function readOwnOrders(
	deps: ProofLinkDeps & { db: Database },
	accountId: number,
	page: number,
): Promise<OwnOrdersAnswer> {
	const isOwn = eq(ordenes.user, accountId)
	const limit = profileOrdersPage
	return {
		ordenes: await readOrders(deps, isOwn, { offset: (page - 1) * limit, limit }),
		ordenes_total: await deps.db.$count(ordenes, isOwn),
	}
}

/** The sources of an order's history: its creation, its proofs, and the states in the audit log. */
interface OrderPast {
	readonly created_at: Date
	readonly pagada_at: Date | null
	readonly proofs: readonly Date[]
	/** The newest ones; `total` is how many there are. */
	readonly moves: readonly { created_at: Date; estado: Estado | null; total?: number }[]
}

/** Returns the newest events of the order's timeline, oldest first, and how many there are. */
export function orderHistory(
	past: OrderPast,
	mostEvents = historyLength,
): { historia: OrderEvent[]; historia_total: number } {
	const events: { at: Date; tipo: OrderEvent['tipo']; estado: Estado | null }[] = [
		{ at: past.created_at, tipo: 'creada', estado: null },
		...past.proofs.map((at) => ({ at, tipo: 'comprobante' as const, estado: null })),
		...past.moves.map(({ created_at, estado }) => ({ at: created_at, tipo: 'estado' as const, estado })),
	]
	const knowsPayment = past.moves.some((move) => move.estado === 'pagada')
	if (past.pagada_at && !knowsPayment) events.push({ at: past.pagada_at, tipo: 'estado', estado: 'pagada' })
	const historia = events
		.sort((a, b) => a.at.getTime() - b.at.getTime())
		.slice(-mostEvents)
		.map(({ at, tipo, estado }) => ({ created_at: at.toISOString(), tipo, estado }))
	const olderMoves = (past.moves[0]?.total ?? past.moves.length) - past.moves.length
	return { historia, historia_total: events.length + olderMoves }
}

const { orden_id, nombre, sku, color, precio, cantidad, imagen } = ordenLineas

/** Reads the lines of orders in one query, grouped by order, as customer and staff see them. */
export async function readLines(db: Queryable, ids: readonly string[]) {
	const rows = await db
		.select({ orden_id, line: { nombre, sku, color, precio, cantidad, imagen } })
		.from(ordenLineas)
		.where(inArray(orden_id, [...ids]))
		.orderBy(asc(orden_id), asc(ordenLineas.posicion))
	const byOrder = Map.groupBy(rows, (row) => row.orden_id)
	return (id: string) => (byOrder.get(id) ?? []).map(({ line }) => line)
}
