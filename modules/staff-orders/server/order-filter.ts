import { and, eq, gte, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import { maxInteger } from '#core/contract/fields.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { hasWords, withinDays } from '#core/server/lists/list-page.ts'
import { orderFilters } from '#modules/order-parts.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { partsWhere } from '#modules/orders/server/read-parts.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import type { OrderDetail, OrderFilter, OrderGroup } from '#modules/staff-orders/shapes.ts'

/** The SQL condition of the panel's filter; undefined: all orders. */
export function ordersWhere(db: Queryable, filter: OrderFilter): SQL | undefined {
	return and(
		filter.nro_orden === undefined ? undefined : matchesText(filter.nro_orden),
		filter.user === undefined ? undefined : eq(ordenes.user, filter.user),
		filter.estado === undefined ? undefined : eq(ordenes.estado, filter.estado),
		filter.metodo_pago === undefined ? undefined : eq(ordenes.metodo_pago, filter.metodo_pago),
		filter.pago === undefined ? undefined : wasPaidWith(filter.pago),
		partsWhere(orderFilters, db, filter),
		withinDays(ordenes.created_at, filter),
	)
}

/** Orders with a payment of this authorisation code, or of a card with these last digits. */
function wasPaidWith(text: string): SQL {
	const isMeant = or(eq(pagos.codigo_autorizacion, text), eq(pagos.ultimos_digitos, text))
	return sql`${ordenes.id} in (select ${pagos.orden_id} from ${pagos} where ${isMeant})`
}

/** A number matches the prefix of order numbers; words match name, e-mail or address. */
function matchesText(text: string): SQL {
	const digits = numberIn(text)
	return digits === undefined ? hasWords(ordenes.busqueda, text) : numberBegins(digits)
}

/** The digits of a typed order number (`1042`, `#1042`, `N° 1042`); undefined for other text. */
export function numberIn(text: string): string | undefined {
	return /^(?:n[°º]?|#)?\s*0*(\d{1,10})$/i.exec(text)?.[1]
}

/** SQL condition: the order's number has this prefix, as one index range for each further digit. */
export function numberBegins(digits: string): SQL {
	const { nro_orden } = ordenes
	const ranges: (SQL | undefined)[] = []
	for (let from = Number(digits), width = 1; from <= maxInteger && from > 0; from *= 10, width *= 10)
		ranges.push(and(gte(nro_orden, from), lt(nro_orden, Math.min(from + width, maxInteger))))
	return or(...ranges) ?? sql`false`
}

const hourMs = 3_600_000

/** Never paid, payable later, and without a proof: only reserved stock is at stake. */
export function isNeverPaid(db: Queryable): SQL | undefined {
	const payments = db.select({ one: sql`1` }).from(pagos).where(eq(pagos.orden_id, ordenes.id))
	return and(
		eq(ordenes.estado, 'pendiente'),
		eq(ordenes.stock_tomado, true),
		isNull(ordenes.pagada_at),
		inArray(ordenes.metodo_pago, ['transferencia', 'efectivo']),
		notExists(payments),
	)
}

/** The unpaid orders of the order's network, or of its clock hour; undefined without a network. */
export function groupOf(db: Queryable, { red, created_at }: OrderRow, group: OrderGroup): SQL | undefined {
	if (group === 'red') return red === null ? undefined : and(isNeverPaid(db), eq(ordenes.red, red))
	const start = new Date(Math.floor(created_at.getTime() / hourMs) * hourMs)
	const isInHour = and(gte(ordenes.created_at, start), lt(ordenes.created_at, new Date(start.getTime() + hourMs)))
	return and(isNeverPaid(db), isInHour)
}

/** The unpaid orders and units that can be cancelled with an order; null for fewer than two. */
export async function readTogether(db: Queryable, order: OrderRow): Promise<OrderDetail['juntas']> {
	const count = async (group: OrderGroup) => {
		const which = groupOf(db, order, group)
		if (!which) return null
		const [found] = await db
			.select({
				ordenes: sql<number>`count(distinct ${ordenes.id})::int`,
				unidades: sql<number>`coalesce(sum(${ordenLineas.cantidad}), 0)::int`,
				isAmong: sql<boolean>`coalesce(bool_or(${ordenes.id} = ${order.id}), false)`,
			})
			.from(ordenes)
			.innerJoin(ordenLineas, eq(ordenLineas.orden_id, ordenes.id))
			.where(which)
		return found?.isAmong && found.ordenes >= 2 ? { ordenes: found.ordenes, unidades: found.unidades } : null
	}
	if (order.estado !== 'pendiente') return { red: null, hora: null }
	return { red: await count('red'), hora: await count('hora') }
}
