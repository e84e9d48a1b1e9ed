import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { maxInteger } from '#contract/column-types.ts'
import type { OrderFilter } from '#contract/staff/orders.ts'
import type { EstadoDocumento } from '#domain/tax-documents/tax-document.ts'
import type { Queryable } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { pagos } from '#server/db/tables/payments.ts'
import { documentosTributarios } from '#server/db/tables/tax-documents.ts'
import { withDelivery } from '#server/staff/deliveries/delivery-of-order.ts'
import { dayAfter, dayStart } from '#server/staff/lists/santiago-days.ts'
import { type SearchedText, wordSearch } from '#server/staff/lists/word-search.ts'

/** Where the search of the list looks for words; that over the whole panel looks at addresses too. */
export const customerText: SearchedText = { index: 'ordenes_palabras', columns: [ordenes.nombre, ordenes.email] }

/** The orders that a filter of the panel chooses; undefined: all of them. */
export function ordersWhere(db: Queryable, filter: OrderFilter): SQL | undefined {
	const { nro_orden: typed } = filter
	return and(typed === undefined ? undefined : matchesText(typed), otherWhere(db, filter))
}

/** The orders that a filter chooses, whatever its text says. */
export function otherWhere(db: Queryable, filter: OrderFilter): SQL | undefined {
	return and(
		filter.user === undefined ? undefined : eq(ordenes.user, filter.user),
		filter.estado === undefined ? undefined : eq(ordenes.estado, filter.estado),
		filter.metodo_pago === undefined ? undefined : eq(ordenes.metodo_pago, filter.metodo_pago),
		filter.pago === undefined ? undefined : wasPaidWith(filter.pago),
		filter.documento === undefined ? undefined : hasDocument(filter.documento),
		filter.entrega && withDelivery(db, filter.entrega),
		filter.desde === undefined ? undefined : gte(ordenes.created_at, dayStart(filter.desde)),
		filter.hasta === undefined ? undefined : lt(ordenes.created_at, dayAfter(filter.hasta)),
	)
}

/** Orders with a payment of this authorisation code, or of a card that ends like this. */
function wasPaidWith(text: string): SQL {
	const isMeant = or(eq(pagos.codigo_autorizacion, text), eq(pagos.ultimos_digitos, text))
	return sql`${ordenes.id} in (select ${pagos.orden_id} from ${pagos} where ${isMeant})`
}

function hasDocument(estado: EstadoDocumento): SQL {
	const { orden_id } = documentosTributarios
	return sql`${ordenes.id} in (select ${orden_id} from ${documentosTributarios} where ${eq(documentosTributarios.estado, estado)})`
}

/** A number finds the orders whose number begins with it; words find the customer's name or e-mail. */
function matchesText(text: string): SQL | undefined {
	const digits = numberIn(text)
	if (digits !== undefined) return or(...stretchesOf(digits)) ?? sql`false`
	const search = wordSearch(customerText, text)
	return search?.indexed(search.words) ?? sql`false`
}

/** The digits of what was typed as an order's number (`1042`, `#1042`, `N° 1042`); undefined when it is something else. */
export function numberIn(text: string): string | undefined {
	return /^(?:n[°º]?|#)?\s*0*(\d{1,10})$/i.exec(text)?.[1]
}

/** Numbers that begin with the digits, the lowest first: each is a stretch of the index of the numbers. */
export function stretchesOf(digits: string): SQL[] {
	const { nro_orden } = ordenes
	const stretches: SQL[] = []
	for (let from = Number(digits), width = 1; from <= maxInteger && from > 0; from *= 10, width *= 10) {
		stretches.push(sql`${nro_orden} >= ${from} and ${nro_orden} < ${Math.min(from + width, maxInteger)}`)
	}
	return stretches
}
