import { and, asc, desc, eq, gte, inArray, lt, max, type SQL } from 'drizzle-orm'
import { maxInteger } from '#contract/column-types.ts'
import type { FindOrdersAnswer, FoundOrder } from '#contract/staff/find-orders.ts'
import { type OrderSearch, readOrderSearch } from '#domain/staff/order-search.ts'
import { tiposDocumento } from '#domain/tax-documents/tax-document.ts'
import type { Queryable } from '#server/db/database.ts'
import { type OrderRow, ordenes, phoneEnd } from '#server/db/tables/orders.ts'
import { pagos } from '#server/db/tables/payments.ts'
import { documentosTributarios, receptores } from '#server/db/tables/tax-documents.ts'
import { readOrderMoney, staffMoney } from '#server/orders/read-order-money.ts'
import { inOrderOf } from '#server/staff/lists/page-of-rows.ts'
import { type SearchedText, wordSearch } from '#server/staff/lists/word-search.ts'
import { firstWithWords } from '#server/staff/lists/words-page.ts'

/** So many are shown: whoever sees more of them than fit on a phone types another letter. */
const mostShown = 8
/** One more is looked for, to tell whether there are more. */
const mostFound = mostShown + 1

/** An order's number, and by what it was found. */
type Found = { readonly nro_orden: number } & Partial<Pick<FoundOrder, 'documento' | 'codigo' | 'receptor'>> &
	Pick<FoundOrder, 'por'>

const wholeText: SearchedText = {
	index: 'ordenes_busqueda',
	columns: [ordenes.nombre, ordenes.email, ordenes.direccion, ordenes.direccion_mapa, ordenes.comuna],
}

const byDate = { table: ordenes, columns: [ordenes.created_at, ordenes.nro_orden], isDescending: true } as const

/**
 * The orders that a search of the panel means, the surest first: the very number, a folio, an authorisation code, a RUT, a telephone,
 * then numbers that begin like this, words of name, mail and address, and of companies, with the newest first. Every way is a
 * place in an index.
 */
export async function findOrders(db: Queryable, typed: string): Promise<FindOrdersAnswer> {
	const search = readOrderSearch(typed)
	if (!search) return { results: [], hay_mas: false }
	const byKey = new Map<number, Found>()
	// One after the other: each takes a millisecond, and side by side they would take a connection each from everybody else.
	for (const way of waysOf(db, search)) {
		if (byKey.size >= mostFound) break
		for (const found of await way()) if (!byKey.has(found.nro_orden)) byKey.set(found.nro_orden, found)
	}
	const found = [...byKey.values()]
	const shown = found.slice(0, mostShown)
	const keys = shown.map(({ nro_orden }) => nro_orden)
	const rows = keys.length === 0 ? [] : await db.select().from(ordenes).where(inArray(ordenes.nro_orden, keys))
	const moneyOf = await readOrderMoney(
		db,
		rows.map(({ id }) => id),
	)
	const results = inOrderOf(keys, rows, ({ nro_orden }) => nro_orden).map((row, at) => ({
		...describeFound(row, shown[at]),
		...staffMoney(moneyOf(row.id)),
	}))
	return { results, hay_mas: found.length > mostShown }
}

/** What the search may mean, the surest first. */
function waysOf(db: Queryable, search: OrderSearch): (() => Promise<Found[]>)[] {
	const { numero, folio, codigo, rut, telefono, palabras } = search
	const when = <Typed>(typed: Typed | undefined, way: (typed: Typed) => Promise<Found[]>) =>
		typed === undefined ? [] : [() => way(typed)]
	return [
		...when(numero, (digits) => byNumber(db, eq(ordenes.nro_orden, smallInteger(digits)))),
		...when(folio, (digits) => byFolio(db, smallInteger(digits))),
		...when(codigo, (code) => byCode(db, code)),
		...when(rut, (known) => byReceptor(db, 'rut', eq(receptores.rut, known))),
		...when(telefono, (digits) => byPhone(db, digits)),
		...when(numero, (digits) => byNumberBeginning(db, digits)),
		...when(palabras, (words) => byWords(db, words)),
		...when(palabras, (words) => byCompany(db, words)),
	]
}

function describeFound(order: OrderRow, found: Found | undefined) {
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
		por: found?.por ?? 'numero',
		documento: found?.documento ?? null,
		receptor: found?.receptor ?? null,
		codigo: found?.codigo ?? null,
	}
}

/** A number that the database can hold; no order and no document has 0. */
const smallInteger = (digits: string) => (Number(digits) <= maxInteger ? Number(digits) : 0)

async function byNumber(db: Queryable, where: SQL | undefined): Promise<Found[]> {
	const { nro_orden } = ordenes
	const rows = await db.select({ nro_orden }).from(ordenes).where(where).orderBy(asc(nro_orden)).limit(mostFound)
	return rows.map((row) => ({ ...row, por: 'numero' }))
}

/** The stretches of longer numbers one after the other, so that none of them is read further than it is needed. */
async function byNumberBeginning(db: Queryable, digits: string): Promise<Found[]> {
	const { nro_orden } = ordenes
	const [last] = await db.select({ nro_orden: max(nro_orden) }).from(ordenes)
	const found: Found[] = []
	for (let width = 10; found.length < mostFound && Number(digits) * width <= (last?.nro_orden ?? 0); width *= 10) {
		const from = Number(digits) * width
		found.push(...(await byNumber(db, and(gte(nro_orden, from), lt(nro_orden, Math.min(from + width, maxInteger))))))
	}
	return found
}

async function byFolio(db: Queryable, wanted: number): Promise<Found[]> {
	const { orden_id, tipo, folio } = documentosTributarios
	const rows = await db
		.select({ nro_orden: ordenes.nro_orden, tipo, folio })
		.from(documentosTributarios)
		.innerJoin(ordenes, eq(ordenes.id, orden_id))
		.where(and(inArray(tipo, [...tiposDocumento]), eq(folio, wanted)))
		.orderBy(desc(ordenes.nro_orden))
		.limit(mostFound)
	return rows.map(({ nro_orden, tipo: kind }) => ({
		nro_orden,
		por: 'documento',
		documento: { tipo: kind, folio: wanted },
	}))
}

async function byCode(db: Queryable, typed: string): Promise<Found[]> {
	const { orden_id, codigo_autorizacion } = pagos
	const rows = await db
		.select({ nro_orden: ordenes.nro_orden, codigo: codigo_autorizacion })
		.from(pagos)
		.innerJoin(ordenes, eq(ordenes.id, orden_id))
		.where(inArray(codigo_autorizacion, [typed, typed.toUpperCase()]))
		.orderBy(desc(ordenes.nro_orden))
		.limit(mostFound)
	return rows.map((row) => ({ ...row, por: 'autorizacion' }))
}

/** Telephones that end like this: as a stretch of the index of what they are backwards, which no plan can miss. */
async function byPhone(db: Queryable, digits: string): Promise<Found[]> {
	const from = [...digits].reverse().join('')
	const { nro_orden, telefono } = ordenes
	const end = phoneEnd(telefono)
	// A colon is what comes after 9.
	const rows = await db
		.select({ nro_orden })
		.from(ordenes)
		.where(and(gte(end, from), lt(end, `${from}:`)))
		.orderBy(desc(nro_orden))
		.limit(mostFound)
	return rows.map((row) => ({ ...row, por: 'telefono' }))
}

async function byWords(db: Queryable, typed: string): Promise<Found[]> {
	const keys = await firstWithWords(db, byDate, { text: wholeText, typed, others: undefined }, mostFound)
	return keys.map((nro_orden) => ({ nro_orden, por: 'palabras' }))
}

/** Orders by who their factura, or their boleta above 135 UF, names. */
async function byReceptor(db: Queryable, por: 'rut' | 'razon_social', where: SQL): Promise<Found[]> {
	const { orden_id, rut, razon_social } = receptores
	const rows = await db
		.select({ nro_orden: ordenes.nro_orden, receptor: { rut, razon_social } })
		.from(receptores)
		.innerJoin(ordenes, eq(ordenes.id, orden_id))
		.where(where)
		.orderBy(desc(ordenes.nro_orden))
		.limit(mostFound)
	return rows.map((row) => ({ ...row, por }))
}

const companyText: SearchedText = { index: 'receptores_palabras', columns: [receptores.razon_social] }

async function byCompany(db: Queryable, typed: string): Promise<Found[]> {
	const search = wordSearch(companyText, typed)
	return search ? await byReceptor(db, 'razon_social', search.indexed(search.words)) : []
}
