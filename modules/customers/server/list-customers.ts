import { and, asc, desc, eq, exists, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { meantRut, phoneDigits } from '#core/rules/person-data.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { batchesOf, type CsvValue, csvHead, csvLines } from '#core/server/lists/csv.ts'
import { endsWith, hasWords, listPage } from '#core/server/lists/list-page.ts'
import { isBlocked } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readNotes } from '#modules/customers/server/customer-note.ts'
import type { Customer, ListCustomersAnswer, ListCustomersQuery } from '#modules/customers/shapes.ts'
import { finders } from '#modules/lists/server.ts'
import { spentOn } from '#modules/orders/order-money.ts'
import { readOrderMoney } from '#modules/orders/server/read-order-money.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { blockOf } from '#modules/staff/server/block-account.ts'

/** Fewer digits end too many telephones. */
const shortestPhone = 4
/** Addresses shown of a customer. */
const mostAddresses = 3

/** The SQL condition of a search of customers, or of the blocked ones; all of them without one. Staff are customers once they have ordered. */
function customersWhere(db: Queryable, q: string | undefined, isOfBlocked = false): SQL | undefined {
	const hasOrdered = exists(db.select({ id: ordenes.id }).from(ordenes).where(eq(ordenes.user, usuarios.id)))
	const isCustomer = or(eq(usuarios.is_staff, false), hasOrdered)
	const isListed = isOfBlocked ? isBlocked : not(isBlocked)
	return and(isNull(usuarios.deleted_at), isListed, isCustomer, q === undefined ? undefined : matches(db, q))
}

/** Each part uses its own index, which one `or` over both tables does not. */
function matches(db: Queryable, q: string): SQL | undefined {
	const [rut, digits] = [meantRut(q), phoneDigits(q)]
	const isPhone = /^\+?[\d\s()./-]+$/.test(q) && digits.length >= shortestPhone
	const accounts = (where: SQL) => db.select({ id: usuarios.id }).from(usuarios).where(where)
	const buyers = (where: SQL) => db.select({ id: ordenes.user }).from(ordenes).where(where)
	const byNumber = [
		...(rut === undefined ? [] : [accounts(sql`${usuarios.factura} ->> 'rut' = ${rut}`)]),
		...(rut === undefined || !finders.rut ? [] : [buyers(sql`${ordenes.id} in ${finders.rut.orders(db, rut)}`)]),
		...(isPhone ? [buyers(endsWith(ordenes.busqueda, digits)), accounts(endsWith(usuarios.telefono, digits))] : []),
	]
	const hasName = hasWords(usuarios.busqueda, q)
	if (byNumber.length === 0) return hasName
	return sql`${usuarios.id} in (${sql.join([accounts(hasName), ...byNumber], sql` union all `)})`
}

/** Returns one page of the customers, the newest accounts first. */
export async function listCustomers(
	db: Queryable,
	{ q, bloqueadas, ...page }: ListCustomersQuery,
): Promise<ListCustomersAnswer> {
	const [where, newest] = [customersWhere(db, q, bloqueadas !== undefined), desc(usuarios.id)]
	const list = { table: usuarios, key: usuarios.id, where, orderBy: [newest] }
	return await listPage(db, list, page, async (ids) => await readCustomers(db, ids, newest))
}

async function readCustomers(db: Queryable, ids: readonly number[], order: SQL): Promise<Customer[]> {
	const accounts = await db
		.select()
		.from(usuarios)
		.where(inArray(usuarios.id, [...ids]))
		.orderBy(order)
	const orders = await db
		.select()
		.from(ordenes)
		.where(inArray(ordenes.user, [...ids]))
		.orderBy(desc(ordenes.created_at))
	const moneyOf = await readOrderMoney(
		db,
		orders.map(({ id }) => id),
	)
	const noteOf = await readNotes(db, ids)
	return accounts.map((account) => {
		const own = orders.filter(({ user }) => user === account.id)
		const [last] = own
		const money = own.map(({ id }) => moneyOf(id))
		const addresses = own.filter(({ tipo_entrega }) => tipo_entrega === 'despacho').map(({ direccion }) => direccion)
		return {
			id: account.id,
			nombre: `${account.first_name} ${account.last_name}`.trim(),
			email: account.email,
			telefono: last?.telefono || account.telefono,
			direcciones: [...new Set(addresses)].slice(0, mostAddresses),
			rut: account.factura?.rut ?? null,
			ordenes: own.length,
			compras: money.filter(({ dinero }) => dinero !== 'sin_pago' && dinero !== 'devuelta').length,
			sin_pagar: money.filter(({ dinero }) => dinero === 'sin_pago').length,
			gastado: money.reduce((sum, one) => sum + spentOn(one), 0),
			ultima_orden_at: last?.created_at.toISOString() ?? null,
			created_at: account.created_at.toISOString(),
			nota: noteOf(account.id),
			...blockOf(account),
			consentimiento_at: account.consentimiento_at?.toISOString() ?? null,
		}
	})
}

const dayOf = (moment: string | null) => (moment === null ? null : dayIn(new Date(moment)))

/** The columns of the file, in their order. */
const columns: Readonly<Record<string, (one: Customer) => CsvValue>> = {
	nombre: ({ nombre }) => nombre,
	email: ({ email }) => email,
	telefono: ({ telefono }) => telefono,
	rut: ({ rut }) => rut,
	direccion: ({ direcciones }) => direcciones[0] ?? null,
	ordenes: ({ ordenes }) => ordenes,
	compras: ({ compras }) => compras,
	gastado: ({ gastado }) => gastado,
	ultima_orden: ({ ultima_orden_at }) => dayOf(ultima_orden_at),
	cuenta_creada: ({ created_at }) => dayOf(created_at),
	consentimiento: ({ consentimiento_at }) => dayOf(consentimiento_at),
	nota: ({ nota }) => nota?.texto ?? null,
}

/** Streams the customers that a search matches, without blocked ones, as a CSV file, the oldest accounts first. */
export async function* customersCsv(db: Queryable, q: string | undefined): AsyncGenerator<string> {
	yield csvHead(Object.keys(columns))
	const batches = batchesOf<{ id: number }>(
		async (last, size) =>
			await db
				.select({ id: usuarios.id })
				.from(usuarios)
				.where(and(customersWhere(db, q), gt(usuarios.id, last?.id ?? 0)))
				.orderBy(usuarios.id)
				.limit(size),
	)
	for await (const batch of batches) {
		const ids = batch.map(({ id }) => id)
		const customers = await readCustomers(db, ids, asc(usuarios.id))
		yield csvLines(customers.map((one) => Object.values(columns).map((read) => read(one))))
	}
}
