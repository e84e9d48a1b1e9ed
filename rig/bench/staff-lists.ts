/**
 * Measures the staff panel at full size, through the whole application: each call with the indexes of the schema and again
 * without them. Prints p50 and p95 in milliseconds; the aim is 50 at most.
 * Use: npx node rig/bench/staff-lists.ts [postgres | pglite, postgres by default] [orders, 100000] [users, 20000] [runs, 40] [what]
 *   [runs without indexes, 7; 0 leaves that half out]
 * `what` is a pattern that selects calls by name. Instead of an engine: the URL of a PostgreSQL or the folder of an embedded
 * database filled by rig/make-orders.ts; then nothing is created and no index dropped.
 * On a busy machine only the third column is valid, the mean CPU time of shop and database per call.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type OpenDatabase, openPglite, openPostgres } from '#core/server/db/database.ts'
import { startPostgres } from '#tests/failures/postgres-server.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'
import { makeOrders } from '../make-orders.ts'
import { cpuSeconds } from './process-meter.ts'
import { type Call, panelCalls } from './staff-calls.ts'

const [engine = 'postgres', orders = '100000', users = '20000', runs = '40', what = '', without = '7'] =
	process.argv.slice(2)
const isOwn = engine === 'postgres' || engine === 'pglite'
const size = { orders: Number(orders), users: Number(users) }
const aimMs = 50
/** Warm-up calls for plans and caches. */
const warmUps = 3

interface Times {
	readonly p50: number
	readonly p95: number
	/** Mean. */
	readonly cpu: number
}

const percentile = (sorted: readonly number[], part: number) =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Returns the CPU ms used so far by shop and database. */
type CpuMeter = () => number

async function measure(call: Call, runs: number, cpuMs: CpuMeter): Promise<Times> {
	for (let run = 0; run < warmUps; run++) await call(run)
	const times: number[] = []
	const cpuBefore = cpuMs()
	for (let run = warmUps; run < runs + warmUps; run++) {
		const start = performance.now()
		await call(run)
		times.push(performance.now() - start)
	}
	const cpu = (cpuMs() - cpuBefore) / runs
	times.sort((a, b) => a - b)
	return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpu }
}

/** The embedded database runs in this process; a local PostgreSQL's process id is in its data folder. */
async function openCpuMeter({ db, kind }: OpenDatabase): Promise<CpuMeter> {
	const ownMs = () => {
		const { user, system } = process.cpuUsage()
		return (user + system) / 1000
	}
	if (kind === 'pglite') return ownMs
	const { rows } = await db.execute<{ data_directory: string }>(sql`show data_directory`)
	const server = Number(readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
	return () => ownMs() + cpuSeconds(server) * 1000
}

/** Drops every index that is neither unique nor a constraint. */
async function dropIndexes({ db }: OpenDatabase): Promise<void> {
	const { rows } = await db.execute<{ name: string }>(sql`
		select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
		where c.relnamespace = 'public'::regnamespace and not i.indisunique`)
	for (const { name } of rows) await db.execute(sql.raw(`drop index ${name}`))
}

async function open(): Promise<{ database: OpenDatabase; stop: () => Promise<void> }> {
	const stopNothing = async () => undefined
	if (engine === 'pglite') return { database: await openTestDatabase(), stop: stopNothing }
	if (engine.startsWith('postgres:')) return { database: await openPostgres(engine, console.error), stop: stopNothing }
	if (!isOwn) return { database: await openPglite(engine), stop: stopNothing }
	const server = await startPostgres()
	const database = await openPostgres(await server.createDatabase('panel'), console.error)
	return { database, stop: () => server.stop({ isUnchecked: true }) }
}

const column = (ms: number) => ms.toFixed(1).padStart(8)

/** Measures and prints every selected call. */
async function measureAll(
	table: ReadonlyMap<string, Call>,
	title: string,
	runs: number,
	cpuMs: CpuMeter,
): Promise<void> {
	console.log(`${title.padEnd(42)}     p50     p95     CPU`)
	for (const [name, call] of table) {
		if (!new RegExp(what).test(name)) continue
		const { p50, p95, cpu } = await measure(call, runs, cpuMs)
		console.log(`${name.padEnd(42)}${column(p50)}${column(p95)}${column(cpu)}${p95 <= aimMs ? '' : `  over ${aimMs}`}`)
	}
}

const { database, stop } = await open()
if (isOwn) {
	const started = performance.now()
	await makeOrders(database.db, size)
	const seconds = Math.round((performance.now() - started) / 1000)
	console.log(`${engine}: ${orders} orders, ${users} users, made in ${seconds} s`)
}
const shop = await openTestShop({ database })
try {
	const table = await panelCalls(shop, await theBoss(shop), size)
	const cpuMs = await openCpuMeter(database)
	await measureAll(table, 'with the indexes', Number(runs), cpuMs)
	if (isOwn && Number(without) > 0) {
		await dropIndexes(database)
		await measureAll(table, 'without them', Number(without), cpuMs)
	}
} finally {
	await shop.stop()
	await stop()
}
