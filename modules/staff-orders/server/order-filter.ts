import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { maxInteger } from '#core/contract/column-types.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { withinDays } from '#core/server/lists/santiago-days.ts'
import { hasWords } from '#core/server/lists/text-search.ts'
import { orderFilters } from '#modules/order-parts.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { partsWhere } from '#modules/orders/server/read-parts.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { OrderFilter } from '#modules/staff-orders/shapes/orders.ts'

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
