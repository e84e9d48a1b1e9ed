import { and, asc, desc, eq, gte, inArray, isNotNull, lt, max, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { maxInteger } from '#core/contract/fields.ts'
import type { PageQuery } from '#core/contract/lists.ts'
import { undoSeconds } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { endsWith, hasWords, listPage, withinDays } from '#core/server/lists/list-page.ts'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { orderFilters, staffOrderReaders } from '#modules/lists/order-parts.ts'
import { finders } from '#modules/lists/server.ts'
import { refundUntil } from '#modules/orders/consumer-rights.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { type ProofLinkDeps, readProofLinks } from '#modules/orders/server/order-links.ts'
import { readOrderMoney, shownMoney } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import { partsWhere, readParts } from '#modules/orders/server/read-parts.ts'
import { isUnfinished } from '#modules/orders/server/unfinished-orders.ts'
import { readOrderSearch } from '#modules/orders/staff/order-search.ts'
import type { Case, ListOrdersAnswer, ListOrdersQuery, OrderFilter, StaffOrder } from '#modules/orders/staff/shapes.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'

const { nro_orden, created_at, total } = ordenes

const newestFirst = [desc(created_at), desc(nro_orden)]

const orders = {
	reciente: newestFirst,
	antigua: [asc(created_at), asc(nro_orden)],
	total_mayor: [desc(total), desc(nro_orden)],
	total_menor: [asc(total), asc(nro_orden)],
} as const

/** The sort order of a list; a search by number lists the exact order first, and the newest last. */
function orderOf({ orden, nro_orden: typed }: ListOrdersQuery): readonly SQL[] {
	const numero = typed === undefined ? undefined : readOrderSearch(typed)?.numero
	if (orden !== undefined || numero === undefined) return orders[orden ?? 'reciente']
	return [sql`${nro_orden} <> ${smallInteger(numero)}`, asc(nro_orden)]
}

type ListDeps = Pick<StaffDeps, 'db' | 'signer' | 'clock'>

/** Returns one page of the filtered orders. */
export async function listOrders(deps: ListDeps, query: ListOrdersQuery): Promise<ListOrdersAnswer> {
	const orderBy = orderOf(query)
	const list = { table: ordenes, key: nro_orden, where: await ordersWhere(deps.db, query, deps.clock.now()), orderBy }
	return await listPage(deps.db, list, query, (keys) => readPage(deps, keys, orderBy))
}

/** Reads the orders of a page by their numbers. */
async function readPage(deps: ListDeps, numbers: number[], orderBy: readonly SQL[]): Promise<StaffOrder[]> {
	const rows = await deps.db
		.select()
		.from(ordenes)
		.where(inArray(nro_orden, numbers))
		.orderBy(...orderBy)
	return await describeOrders(deps, deps.db, rows)
}

/** Returns one page of the orders that need a decision of staff. */
export async function listCases(deps: ListDeps, query: PageQuery): Promise<{ results: Case[]; count: number }> {
	const list = { table: ordenes, key: nro_orden, where: isNotNull(ordenes.atencion), orderBy: newestFirst }
	return await listPage(deps.db, list, query, async (keys) => {
		const cases = await readPage(deps, keys, newestFirst)
		const owed = cases.filter(({ por_devolver }) => por_devolver > 0).map(({ id }) => id)
		// Owed since the last cancellation or change of total.
		const { tipo, ref, campo, despues, created_at } = auditoria
		const isCalledOff = and(eq(campo, 'estado'), inArray(despues, ['cancelado', 'fallida']))
		const rows = await deps.db
			.select({ ref, since: max(created_at) })
			.from(auditoria)
			.where(and(eq(tipo, 'orden'), inArray(ref, owed), or(isCalledOff, eq(campo, 'total'))))
			.groupBy(ref)
		return cases.map((order) => {
			const since = rows.find((row) => row.ref === order.id)?.since
			return { ...order, devolver_hasta: since ? refundUntil(since) : null }
		})
	})
}

/** A number in PostgreSQL's integer range; no order or document has 0. */
export const smallInteger = (digits: string) => (Number(digits) <= maxInteger ? Number(digits) : 0)

/** SQL condition: the order's number has this prefix, as one index range for each further digit. */
export function numberBegins(digits: string): SQL {
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
function matchesText(db: Queryable, typed: string): SQL {
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

/** The SQL condition of the panel's filter at a time; undefined: all orders. */
export async function ordersWhere(db: Queryable, filter: OrderFilter, now: Date): Promise<SQL | undefined> {
	return and(
		filter.nro_orden === undefined ? undefined : matchesText(db, filter.nro_orden),
		filter.user === undefined ? undefined : eq(ordenes.user, filter.user),
		filter.estado === undefined ? undefined : eq(ordenes.estado, filter.estado),
		filter.metodo_pago === undefined ? undefined : eq(ordenes.metodo_pago, filter.metodo_pago),
		filter.pago === undefined ? undefined : wasPaidWith(filter.pago),
		filter.atencion === undefined ? undefined : eq(ordenes.atencion, filter.atencion),
		filter.pago_en_linea === undefined ? undefined : isUnfinished(db, now),
		await partsWhere(orderFilters, db, filter, now),
		filter.dia_de === 'pago' ? hasPaymentWithin(db, filter) : withinDays(ordenes.created_at, filter),
	)
}

/** Orders paid on these days, or with a gateway payment of them. */
function hasPaymentWithin(db: Queryable, filter: OrderFilter): SQL | undefined {
	const paid = withinDays(ordenes.pagada_at, filter)
	if (!paid) return undefined
	const ofDays = db.select({ id: pagos.orden_id }).from(pagos).where(withinDays(pagos.created_at, filter))
	return or(paid, inArray(ordenes.id, ofDays))
}

/** Orders with a payment of this authorisation code, or of a card with these last digits. */
function wasPaidWith(text: string): SQL {
	const isMeant = or(eq(pagos.codigo_autorizacion, text), eq(pagos.ultimos_digitos, text))
	return sql`${ordenes.id} in (select ${pagos.orden_id} from ${pagos} where ${isMeant})`
}

/** Reads orders for the panel, in the given order: a fixed number of queries. */
async function describeOrders(deps: ProofLinkDeps, db: Queryable, orders: readonly OrderRow[]): Promise<StaffOrder[]> {
	const ids = orders.map(({ id }) => id)
	if (ids.length === 0) return []
	const linesOf = await readLines(db, ids)
	const proofsOf = await readProofLinks(deps, db, ids)
	const partsOf = await readParts(staffOrderReaders, deps, db, orders)
	const moneyOf = await readOrderMoney(db, ids)
	return orders.map((order) => {
		const { comprobantes, comprobantes_descarga, comprobantes_rechazados } = proofsOf(order)
		return {
			id: order.id,
			nro_orden: order.nro_orden,
			estado: order.estado,
			total: order.total,
			metodo_pago: order.metodo_pago,
			user: order.user,
			direccion: order.direccion,
			version: order.version,
			atencion: order.atencion,
			nombre: order.nombre,
			email: readableEmail(order.email),
			telefono: order.telefono,
			tipo_entrega: order.tipo_entrega,
			created_at: order.created_at.toISOString(),
			pagada_at: order.pagada_at?.toISOString() ?? null,
			carrito: linesOf(order.id),
			comprobantes,
			comprobantes_descarga,
			comprobantes_rechazados,
			deshacer_hasta: undoUntil(order, deps.clock.now())?.toISOString() ?? null,
			...shownMoney(moneyOf(order.id)),
			...partsOf(order),
		}
	})
}

export async function describeOrder(deps: ProofLinkDeps, db: Queryable, order: OrderRow): Promise<StaffOrder> {
	const [described] = await describeOrders(deps, db, [order])
	if (!described) throw new Error('an order was not described')
	return described
}

/** Until when the last change by staff can be undone; null when it cannot. */
export function undoUntil({ deshacer, version, email }: OrderRow, now: Date): Date | null {
	if (!deshacer || deshacer.deshecha || deshacer.version !== version || isAnonymized({ email })) return null
	const until = new Date(Date.parse(deshacer.hecha_at) + undoSeconds * 1_000)
	return until > now ? until : null
}
