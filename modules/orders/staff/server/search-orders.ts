import { and, gte, inArray, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { maxInteger } from '#core/contract/fields.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { endsWith, hasWords } from '#core/server/lists/list-page.ts'
import { finders } from '#modules/lists/server.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { readOrderSearch } from '#modules/orders/staff/order-search.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** A number in PostgreSQL's integer range; no order or document has 0. */
export const smallInteger = (digits: string) => (Number(digits) <= maxInteger ? Number(digits) : 0)

/** SQL condition: the order's number has this prefix, as one index range for each further digit. */
export function numberBegins(digits: string): SQL {
	const { nro_orden } = ordenes
	const ranges: (SQL | undefined)[] = []
	for (let from = Number(digits), width = 1; from <= maxInteger && from > 0; from *= 10, width *= 10)
		ranges.push(and(gte(nro_orden, from), lt(nro_orden, Math.min(from + width, maxInteger))))
	return or(...ranges) ?? sql`false`
}

/** SQL condition of a payment: it has the authorisation code, in any case. */
export const hasCode = (typed: string): SQL => inArray(pagos.codigo_autorizacion, [typed, typed.toUpperCase()])

/** SQL condition of orders by the ids of another table, read once: with the other conditions it is one scan of indexes. */
const among = (ids: SQLWrapper | undefined) => ids && sql`${ordenes.id} = any(array${ids})`

/** SQL condition of the orders that the panel's search finds by any meaning of a typed text. */
export function matchesText(db: Queryable, typed: string): SQL {
	const search = readOrderSearch(typed)
	if (!search) return hasWords(ordenes.busqueda, typed)
	const { numero, folio, codigo, rut, telefono, palabras } = search
	const paid = (code: string) => db.select({ id: pagos.orden_id }).from(pagos).where(hasCode(code))
	const found = or(
		numero === undefined ? undefined : numberBegins(numero),
		folio === undefined ? undefined : among(finders.documento?.orders(db, smallInteger(folio))),
		codigo === undefined ? undefined : among(paid(codigo)),
		rut === undefined ? undefined : among(finders.rut?.orders(db, rut)),
		telefono === undefined ? undefined : endsWith(ordenes.busqueda, telefono),
		palabras === undefined ? undefined : hasWords(ordenes.busqueda, palabras),
		palabras === undefined ? undefined : among(finders.razon_social?.orders(db, palabras)),
	)
	return found ?? sql`false`
}
