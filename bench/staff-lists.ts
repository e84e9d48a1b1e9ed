/**
 * Measures the staff panel's lists, searches and edits at full size, through the whole application, with the indexes of the
 * schema and without those that the lists need. Prints p50 and p95 in milliseconds; the aim is 50 at most.
 * Use: node bench/staff-lists.ts [postgres | pglite, postgres unless told] [orders, 100000] [users, 20000] [runs, 40]
 * On a busy machine the times tell of the machine: let nothing else run.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { type OpenDatabase, openPostgres } from '#server/db/database.ts'
import { startPostgres } from '#tests/failures/postgres-server.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { type StaffCalls, theBoss } from '#tests/staff-words.ts'
import { makeOrders } from '../tools/make-orders.ts'

const [engine = 'postgres', ...sizes] = process.argv.slice(2)
const [orders = 100_000, users = 20_000, runs = 40] = sizes.map(Number)
const aimMs = 50

type Call = (calls: StaffCalls, run: number) => Promise<{ statusCode: number; body: string }>

const list = (query: string | ((run: number) => string)) => (calls: StaffCalls, run: number) =>
	calls.get(`/api/admin_listar_ordenes/?${typeof query === 'string' ? query : query(run)}`)

interface Known {
	readonly orders: readonly { id: string; nro_orden: number }[]
	readonly users: readonly { id: number }[]
	readonly products: readonly { id: number }[]
}

const at = <Item>(items: readonly Item[], run: number): Item => {
	const item = items[run % items.length]
	if (item === undefined) throw new Error('there is nothing to measure with')
	return item
}

function measured(known: Known): Record<string, Call> {
	const pages = Math.ceil(orders / 25)
	const numberOf = (run: number) => 1001 + ((run * 7919) % orders)
	return {
		'orders: first page': list(''),
		'orders: page in the middle': list((run) => `page=${Math.floor(pages / 2) - run}`),
		'orders: last page': list((run) => `page=${pages - run}`),
		'orders: after a cursor': list((run) => `cursor=${numberOf(run)}`),
		'orders: by number': list((run) => `nro_orden=${numberOf(run)}`),
		'orders: by beginning of number': list((run) => `nro_orden=${10 + run}`),
		'orders: by name': list('nro_orden=camila+roj'),
		'orders: by one letter': list('nro_orden=c'),
		'orders: by e-mail': list((run) => `nro_orden=camila.rojas${run * 12}@ejemplo.cl`),
		'orders: by state': list('estado=en_revision'),
		'orders: by method and days': list('metodo_pago=flow&desde=2026-01-01&hasta=2026-03-31'),
		'orders: by total': list('orden=total_mayor'),
		'order: detail': (calls, run) => calls.get(`/api/admin_ordenes/${at(known.orders, run).id}/`),
		'order: edit total': (calls, run) =>
			calls.send('PUT', `/api/admin_ordenes/${at(known.orders, run).id}/`, { total: 40_000 + run }),
		'order: edit state': (calls, run) =>
			calls.send('PUT', `/api/admin_ordenes/${at(known.orders, run).id}/`, {
				estado: run % 2 ? 'completado' : 'cancelado',
			}),
		'users: first page': (calls) => calls.get('/api/admin_usuarios/'),
		'users: by name': (calls) => calls.get('/api/admin_usuarios/?q=fernanda+mun'),
		'users: by one letter': (calls) => calls.get('/api/admin_usuarios/?q=c'),
		'users: by e-mail': (calls, run) => calls.get(`/api/admin_usuarios/?q=jose.soto${run * 12}`),
		'user: edit': (calls, run) =>
			calls.send('PUT', `/api/admin_usuarios/${at(known.users, run).id}/`, { is_active: run % 2 === 0 }),
		'products: search': (calls) => calls.get('/api/admin_productos/?q=celeste'),
		'product: edit': (calls, run) =>
			calls.send('PATCH', `/api/admin_productos/${at(known.products, run).id}/`, { precio: 29_000 + run }),
		'audit of an order': (calls, run) => calls.get(`/api/admin_auditoria/?tipo=orden&id=${at(known.orders, run).id}`),
	}
}

const percentile = (sorted: readonly number[], part: number) =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

async function measure(
	name: string,
	call: Call,
	calls: StaffCalls,
	runs: number,
): Promise<{ p50: number; p95: number }> {
	const times: number[] = []
	for (let run = -3; run < runs; run++) {
		const start = performance.now()
		const { statusCode, body } = await call(calls, run + 3)
		// The first ones warm up plans and caches.
		if (run >= 0) times.push(performance.now() - start)
		if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body}`)
	}
	times.sort((a, b) => a - b)
	return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** The indexes that the migration of the lists made: the comparison goes without them. */
function listIndexes(): string[] {
	const migration = readFileSync('server/db/migrations/0002_staff_lists.sql', 'utf8')
	return [...migration.matchAll(/CREATE INDEX "(\w+)"/g)].map(([, name = '']) => name)
}

async function knownOf(shop: TestShop): Promise<Known> {
	const read = async <Row>(query: string) => (await shop.database.db.execute(sql.raw(query))).rows as Row[]
	return {
		orders: await read('select id, nro_orden from ordenes where nro_orden % 997 = 0 order by id limit 60'),
		users: await read('select id from usuarios where not is_staff and id % 331 = 0 order by id limit 60'),
		products: await read('select id from productos order by id'),
	}
}

async function open(): Promise<{ database: OpenDatabase; stop: () => Promise<void> }> {
	if (engine === 'pglite') return { database: await openTestDatabase(), stop: async () => undefined }
	const server = await startPostgres()
	const database = await openPostgres(await server.createDatabase('panel'), (error) => console.error(error))
	return { database, stop: () => server.stop() }
}

const { database, stop } = await open()
const started = performance.now()
await makeOrders(database.db, { orders, users })
console.log(
	`${engine}: ${orders} orders, ${users} users, made in ${Math.round((performance.now() - started) / 1000)} s`,
)
const shop = await openTestShop({ database })
try {
	const calls = await theBoss(shop)
	const table = measured(await knownOf(shop))
	const withIndex = new Map<string, { p50: number; p95: number }>()
	for (const [name, call] of Object.entries(table)) {
		const indexed = await measure(name, call, calls, runs)
		withIndex.set(name, indexed)
		console.log(`${name.padEnd(32)} p50 ${indexed.p50.toFixed(1)}  p95 ${indexed.p95.toFixed(1)}`)
	}
	for (const index of listIndexes()) await database.db.execute(sql.raw(`drop index ${index}`))
	const lines = []
	for (const [name, call] of Object.entries(table)) {
		const without = await measure(name, call, calls, Math.min(runs, 15))
		const indexed = withIndex.get(name) ?? { p50: Number.NaN, p95: Number.NaN }
		lines.push({
			call: name,
			p50: indexed.p50.toFixed(1),
			p95: indexed.p95.toFixed(1),
			'p50 without': without.p50.toFixed(1),
			'p95 without': without.p95.toFixed(1),
			'within 50 ms': indexed.p95 <= aimMs ? 'yes' : 'NO',
		})
	}
	console.table(lines)
} finally {
	await shop.stop()
	await stop()
}
