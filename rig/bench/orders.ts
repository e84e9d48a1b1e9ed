/**
 * Measures placing orders on PGlite and on PostgreSQL with 1, 2 and 4 processes: orders a second, p50 and p95, p95 at half of
 * that load, CPU time per order including its mail, memory of a process before and after, and the mails sent at the last answer.
 * Eight parallel orders, each of another phone, from verified accounts. The shop has many accounts and analysed tables.
 * Right before, pgbench (where it is installed) makes its own transactions on the same core with the same PostgreSQL: orders a
 * second as a share of them compare machines. beside.ts compares commits.
 * Use: npx node rig/bench/orders.ts [pglite | postgres, both by default] [processes, 1,2,4] [seconds, 10]
 *   [core to pin server and database to, '' for none] [efectivo | transferencia | mercadopago | flow | webpay, paid at once]
 *   [one colour for all, four by default]
 */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, post, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { type ShopCluster, startCluster } from '#tests/failures/shop-cluster.ts'
import type { ShopProcess } from '#tests/failures/shop-process.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'
import { cpuSeconds, memoryMiB } from './process-meter.ts'

const [engines = 'pglite,postgres', sizes = '1,2,4', seconds = '10', core = '', metodo = 'efectivo', color] =
	process.argv.slice(2)
const atOnce = 8
/** Registrations allowed from one address at a time. */
const accounts = 180
const warmSeconds = 15
const behindProxy = { TRUSTED_PROXIES: 'loopback' }
const colors = color === undefined ? builtInColors : [color]

interface Load {
	readonly perSecond: number
	readonly failed: number
	readonly firstFailure: string | undefined
	readonly p50: number
	readonly p95: number
}

/** Eight parallel orders in closed loops, or `rate` orders a second in total, for `forSeconds`. */
async function load(cluster: ShopCluster, tokens: readonly string[], forSeconds: number, rate?: number): Promise<Load> {
	const times: number[] = []
	let failed = 0
	let firstFailure: string | undefined
	const begin = performance.now()
	const end = begin + forSeconds * 1000
	let sent = 0
	const one = async (buyer: number) => {
		const number = sent++
		if (rate) await wait(Math.max(0, begin + (number * 1000) / rate - performance.now()))
		const shop = cluster.shops[buyer % cluster.shops.length]
		if (!shop) throw new Error('no process')
		const started = performance.now()
		const { status, body } = await place(shop, tokens, number)
		if (status === 200) times.push(performance.now() - started)
		else {
			failed += 1
			firstFailure ??= `${status} ${body.code}`
		}
	}
	await Promise.all(
		Array.from({ length: atOnce }, async (_, buyer) => {
			while (performance.now() < end) await one(buyer)
		}),
	)
	times.sort((a, b) => a - b)
	const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
	const took = (performance.now() - begin) / 1000
	return { perSecond: Math.round((times.length / took) * 10) / 10, failed, firstFailure, p50: at(0.5), p95: at(0.95) }
}

function orderOf(number: number) {
	return anOrder({
		carrito: [cartLine(colors[number % colors.length])],
		metodo_pago: metodo as MetodoPago,
		telefono: String(910_000_000 + number),
	})
}

/** Places an order from one of 180 addresses in turn, because the shop limits the orders of one address. */
async function place(shop: ShopProcess, tokens: readonly string[], number: number) {
	const answer = await post(shop, '/api/crear_orden/', orderOf(number), {
		authorization: `Bearer ${tokens[number % tokens.length]}`,
		'idempotency-key': randomUUID(),
		'x-forwarded-for': `10.${number % 180}.0.1`,
	})
	const body = (await answer.json()) as { code?: string; init_point?: string; payment_url?: string }
	if (answer.status === 200 && isGatewayMethod(metodo as MetodoPago)) {
		const back = await pay(body.init_point ?? body.payment_url, 'Aprobar pago')
		if (!back) throw new Error('the browser did not come back')
		const { pathname, search } = new URL(back.url)
		const form = back.method === 'POST' ? { body: new URLSearchParams(back.fields) } : {}
		await fetch(`${shop.url}${pathname}${search}`, { method: back.method, redirect: 'manual', ...form })
	}
	return { status: answer.status, body }
}

/** Verifies each account's address by its first mail, so later mails are not limited. */
async function readFirstMails({ shops, inbox }: ShopCluster, tokens: readonly string[]): Promise<void> {
	const [shop] = shops
	if (!shop) throw new Error('no process')
	for (const number of tokens.keys()) await place(shop, tokens, number)
	const links = () => inbox.mails().flatMap(({ text }) => /\/orden\/(\S+)/.exec(text)?.[1] ?? [])
	for (let tries = 0; links().length < tokens.length; tries += 1) {
		if (tries > 600) throw new Error('the first mails did not come')
		await wait(100)
	}
	for (const link of links()) await fetch(`${shop.url}/api/orden/${link}/`)
}

async function mailsWaiting({ shops: [shop] }: ShopCluster): Promise<number> {
	const metrics = await (await fetch(`${shop?.url}/metricas`)).text()
	return Number(/^tienda_correos_esperando (\d+)/m.exec(metrics)?.[1])
}

async function allMailsLeft(cluster: ShopCluster): Promise<void> {
	while ((await mailsWaiting(cluster)) > 0) await wait(500)
}

/** Runs ANALYZE, as autovacuum does within a minute or two. */
async function analyze(address: string): Promise<void> {
	const client = new pg.Client({ connectionString: address })
	await client.connect()
	await client.query('analyze')
	await client.end()
}

function pin(pid: number): void {
	if (core !== '') spawnSync('taskset', ['-a', '-c', '-p', core, String(pid)])
}

const pgbench = ['/usr/bin/pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find((path) => existsSync(path))

/** Transactions a second of pgbench's usual test (TPC-B-like, 8 connections, 5 s); undefined without pgbench. */
async function pgbenchPerSecond(postgres: PostgresServer, name: string): Promise<number | undefined> {
	if (!pgbench) return undefined
	const address = await postgres.createDatabase(name)
	const pinned = core === '' ? [] : ['taskset', '-c', core]
	const run = (...args: string[]) => {
		const [program = '', ...rest] = [...pinned, pgbench, ...args, address]
		const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
		if (status !== 0) throw new Error(`pgbench: ${stderr}`)
		return stdout
	}
	pin(postgres.pid())
	run('-i', '-q', '-s', '10')
	return Number(/^tps = ([\d.]+)/m.exec(run('-n', '-c', '8', '-T', '5'))?.[1])
}

interface Engine {
	readonly postgres: PostgresServer
	readonly address: string
}

async function measure(name: string, cluster: ShopCluster, tps: number | undefined, engine?: Engine): Promise<void> {
	const pids = cluster.shops.map((shop) => shop.child.pid ?? 0)
	for (const pid of pids) pin(pid)
	if (engine) pin(engine.postgres.pid())
	const [first] = cluster.shops
	if (!first) throw new Error('no process')
	await setProducts(first, await staffAccess(first), 'stock', 1_000_000)
	const tokens: string[] = []
	for (let account = 0; account < accounts; account += 1) tokens.push(await aBuyer(first))
	await readFirstMails(cluster, tokens)
	const idle = memoryMiB(pids[0] ?? 0)
	await load(cluster, tokens, warmSeconds)
	await allMailsLeft(cluster)
	if (engine) await analyze(engine.address)
	const used = () => [
		pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
		engine ? cpuSeconds(engine.postgres.pid()) : 0,
	]
	const before = used()
	const full = await load(cluster, tokens, Number(seconds))
	const late = await mailsWaiting(cluster)
	await allMailsLeft(cluster)
	const after = used()
	const half = await load(cluster, tokens, Number(seconds), full.perSecond / 2)
	const orders = full.perSecond * Number(seconds)
	const [server = 0, database = 0] = after.map((value, at) => ((value - (before[at] ?? 0)) * 1000) / orders)
	const memory = memoryMiB(pids[0] ?? 0)
	await wait(5000)
	const later = memoryMiB(pids[0] ?? 0)
	const row = {
		name,
		...full,
		'of pgbench': tps === undefined ? 'no pgbench' : (full.perSecond / tps).toFixed(4),
		pgbench: tps,
		'mails left meanwhile': Math.round(orders) - late,
		'p95 at half': half.p95,
		'failed at half': half.failed,
		'first failure at half': half.firstFailure,
		'CPU ms/order': `${server.toFixed(2)} + ${database.toFixed(2)} db`,
		'MiB idle': idle.rss,
		'MiB after': memory.rss,
		'MiB 5 s later': later.rss,
	}
	process.stdout.write(`${JSON.stringify(row)}\n`)
}

const postgres = await startPostgres()
try {
	if (engines.includes('pglite')) {
		const cluster = await startCluster(1, undefined, behindProxy)
		const tps = await pgbenchPerSecond(postgres, 'pgbench_0')
		await measure('PGlite', cluster, tps).finally(() => cluster.stop())
	}
	for (const size of sizes.split(',').map(Number)) {
		if (!engines.includes('postgres')) break
		const tps = await pgbenchPerSecond(postgres, `pgbench_${size}`)
		const address = await postgres.createDatabase(`carga_${size}`)
		const cluster = await startCluster(size, address, behindProxy)
		await measure(`PostgreSQL, ${size} processes`, cluster, tps, { postgres, address }).finally(() => cluster.stop())
	}
} finally {
	await postgres.stop()
}
