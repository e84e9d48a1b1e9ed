import { and, eq, exists, inArray, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { cashHandoverEstados } from '#modules/orders/handover.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { type EstadoEntrega, estadosEntrega } from '#modules/rounds/delivery-state.ts'
import { paradas } from '#modules/rounds/tables.ts'

/** Orders that are paid, or are to be paid in cash on handover. */
export const isAwaited = or(
	eq(ordenes.estado, 'pagada'),
	and(eq(ordenes.metodo_pago, 'efectivo'), inArray(ordenes.estado, [...cashHandoverEstados])),
)

/** Orders awaiting delivery that no refund or dispute stops. */
const isPackable = and(isAwaited, not(ordenes.entrega_detenida))

const hasStop = (db: Queryable, ...estados: EstadoEntrega[]) =>
	exists(
		db
			.select({ one: sql`1` })
			.from(paradas)
			.where(and(eq(paradas.orden_id, ordenes.id), inArray(paradas.estado, estados))),
	)

const isBrought = eq(ordenes.tipo_entrega, 'despacho')
const isNotDelivered = and(isBrought, ne(ordenes.estado, 'completado'))

/** Orders by delivery state, of all couriers; excludes pickups, unpaid and cancelled orders. */
const conditions: Readonly<Record<EstadoEntrega, (db: Queryable) => SQL | undefined>> = {
	entregada: () => and(isBrought, eq(ordenes.estado, 'completado')),
	en_ruta: (db) => and(isNotDelivered, hasStop(db, 'en_ruta')),
	no_entregada: (db) => and(isNotDelivered, hasStop(db, 'no_entregada'), not(hasStop(db, 'por_preparar', 'en_ruta'))),
	por_preparar: (db) =>
		and(isNotDelivered, or(hasStop(db, 'por_preparar'), and(isPackable, not(hasStop(db, 'en_ruta', 'no_entregada'))))),
}

/** Orders to be prepared, from the few rows that indexes find instead of a scan of all orders. */
function isToBePrepared(db: Queryable): SQL | undefined {
	const { id, estado, metodo_pago } = ordenes
	const planned = db.select({ id: paradas.orden_id }).from(paradas).where(eq(paradas.estado, 'por_preparar'))
	const unplanned = (isAwaitedSo: SQL | undefined) =>
		db
			.select({ id })
			.from(ordenes)
			.where(and(isBrought, isAwaitedSo, not(ordenes.entrega_detenida), not(hasStop(db, 'en_ruta', 'no_entregada'))))
	const paid = unplanned(eq(estado, 'pagada'))
	const inCash = unplanned(and(eq(metodo_pago, 'efectivo'), inArray(estado, [...cashHandoverEstados])))
	return and(isNotDelivered, inArray(id, planned.unionAll(paid).unionAll(inCash)))
}

/** The orders of a list in this delivery state. */
export const withDelivery = (db: Queryable, estado: EstadoEntrega): SQL | undefined =>
	estado === 'por_preparar' ? isToBePrepared(db) : conditions[estado](db)

/** Reads the delivery states of orders; null for an order without a delivery. */
export async function readDeliveryStates(
	db: Queryable,
	orderIds: readonly string[],
): Promise<(orderId: string) => EstadoEntrega | null> {
	const cases = estadosEntrega.map((estado) => sql`when ${conditions[estado](db)} then ${estado}`)
	const rows = await db
		.select({ id: ordenes.id, entrega: sql<EstadoEntrega | null>`case ${sql.join(cases, sql` `)} end` })
		.from(ordenes)
		.where(inArray(ordenes.id, [...orderIds]))
	const byId = new Map(rows.map(({ id, entrega }) => [id, entrega]))
	return (orderId) => byId.get(orderId) ?? null
}
