import { asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { endsWith, findPage, hasWords } from '#core/server/lists/list-page.ts'
import { finders } from '#modules/lists/server.ts'
import { type FoundParts, foundParts } from '#modules/lists/shapes.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { readOrderMoney, shownMoney } from '#modules/orders/server/read-order-money.ts'
import { type OrderSearch, readOrderSearch } from '#modules/orders/staff/order-search.ts'
import { type Finder, mostFound, mostShown } from '#modules/orders/staff/server/finder.ts'
import { hasCode, numberBegins, smallInteger } from '#modules/orders/staff/server/list-orders.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import type { FindOrdersAnswer, FoundOrder } from '#modules/search/shapes.ts'

/** An order's number and the matched field. */
type Found = { readonly nro_orden: number } & Partial<FoundParts & Pick<FoundOrder, 'codigo'>> & Pick<FoundOrder, 'por'>

/**
 * Finds the orders that a search of the panel matches, the surest first: the exact number, a folio, an authorisation
 * code, a RUT, a telephone, then numbers with this prefix, words of name, mail and address, and companies, the newest
 * first.
 */
export async function findOrders(db: Queryable, typed: string): Promise<FindOrdersAnswer> {
	const search = readOrderSearch(typed)
	if (!search) return { results: [], hay_mas: false }
	const byKey = new Map<number, Found>()
	// Sequential: each query takes a millisecond, and in parallel each would take a connection from other requests.
	for (const way of waysOf(db, search)) {
		if (byKey.size >= mostFound) break
		for (const found of await way()) if (!byKey.has(found.nro_orden)) byKey.set(found.nro_orden, found)
	}
	const found = [...byKey.values()]
	const shown = found.slice(0, mostShown)
	const rows = await db
		.select()
		.from(ordenes)
		.where(inArray(ordenes.nro_orden, [...byKey.keys()]))
	const moneyOf = await readOrderMoney(
		db,
		rows.map(({ id }) => id),
	)
	const orderOf = new Map(rows.map((row) => [row.nro_orden, row]))
	const results = shown.flatMap((one) => {
		const order = orderOf.get(one.nro_orden)
		return order ? [{ ...describeFound(order, one), ...shownMoney(moneyOf(order.id)) }] : []
	})
	return { results, hay_mas: found.length > mostShown }
}

/** The queries for a search, the surest first. */
function waysOf(db: Queryable, search: OrderSearch): (() => Promise<Found[]>)[] {
	const { numero, folio, codigo, rut, telefono, palabras } = search
	const { nro_orden, busqueda, created_at } = ordenes
	const when = <Typed>(typed: Typed | undefined, way: (typed: Typed) => Promise<Found[]>) =>
		typed === undefined ? [] : [() => way(typed)]
	return [
		...when(numero, (digits) => byOrder(db, 'numero', eq(nro_orden, smallInteger(digits)), asc(nro_orden))),
		...when(folio, (digits) => byModule('documento', finders.documento?.find(db, smallInteger(digits)))),
		...when(codigo, (code) => byCode(db, code)),
		...when(rut, (known) => byModule('rut', finders.rut?.find(db, known))),
		// The searched text ends with the telephone.
		...when(telefono, (digits) => byOrder(db, 'telefono', endsWith(busqueda, digits), desc(nro_orden))),
		...when(numero, (digits) => byOrder(db, 'numero', numberBegins(digits), asc(nro_orden))),
		...when(palabras, (words) => byOrder(db, 'palabras', hasWords(busqueda, words), desc(created_at), desc(nro_orden))),
		...when(palabras, (words) => byModule('razon_social', finders.razon_social?.find(db, words))),
	]
}

/** No module found it. */
const noParts = Object.fromEntries(Object.keys(foundParts).map((name) => [name, null])) as FoundParts

function describeFound(order: OrderRow, { nro_orden: _found, por, codigo, ...parts }: Found) {
	const { id, nro_orden, estado, total, nombre, email, telefono, direccion } = order
	return {
		id,
		nro_orden,
		estado,
		total,
		nombre,
		email,
		telefono,
		direccion,
		created_at: order.created_at.toISOString(),
		por,
		...noParts,
		...parts,
		codigo: codigo ?? null,
	}
}

async function byOrder(db: Queryable, por: Found['por'], where: SQL, ...orderBy: SQL[]): Promise<Found[]> {
	const list = { table: ordenes, key: ordenes.nro_orden, where, orderBy }
	const { keys } = await findPage(db, list, { page: 1, page_size: mostFound })
	return keys.map((nro_orden) => ({ nro_orden, por }))
}

async function byCode(db: Queryable, typed: string): Promise<Found[]> {
	const { orden_id, codigo_autorizacion } = pagos
	const rows = await db
		.select({ nro_orden: ordenes.nro_orden, codigo: codigo_autorizacion })
		.from(pagos)
		.innerJoin(ordenes, eq(ordenes.id, orden_id))
		.where(hasCode(typed))
		.orderBy(desc(ordenes.nro_orden))
		.limit(mostFound)
	return rows.map((row) => ({ ...row, por: 'autorizacion' }))
}

/** Orders that a module finds; none without the module. */
async function byModule(por: Found['por'], found: ReturnType<Finder<string>['find']> | undefined) {
	return ((await found) ?? []).map((one) => ({ ...one, por }))
}
