import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '#core/server/db/database.ts'
import type { ShopCluster } from '#tests/failures/shop-cluster.ts'
import { keepMails, settle } from '#tests/failures/soak.ts'
import { type Fault, faults } from './faults.ts'
import { type Load, startLoad } from './load.ts'
import type { Topology } from './topology.ts'

const buyers = 20
/** Seconds of undisturbed orders before a fault, and of observation afterwards. */
const calmMs = 5000

/** Effect of one fault on the buyers, in seconds. */
interface Row {
	readonly name: string
	/** Longest time without an acknowledged order. */
	readonly silence: number
	/** Longest time of one order, all attempts together. */
	readonly slowest: number
	readonly orders: number
	/** Other answers to buyers and their counts. */
	readonly told: ReadonlyMap<string, number>
}

/** Waits until orders are acknowledged for a while without a pause over a second. */
async function flowing({ bought }: Load): Promise<void> {
	const began = performance.now()
	for (let since = began; performance.now() - since < calmMs; await wait(200)) {
		const last = bought.at(-1)?.acknowledgedAt ?? 0
		if (performance.now() - last > 1000) since = performance.now()
		if (performance.now() - began > 180_000) throw new Error('las órdenes no volvieron a pasar en 3 minutos')
	}
}

/** Runs one fault under load, repairs it, and returns its effect. */
async function suffer(fault: Fault, parts: { topology: Topology; cluster: ShopCluster; load: Load }): Promise<Row> {
	const { topology, cluster, load } = parts
	await flowing(load)
	await topology.settled(120)
	const first = load.bought.length
	const notifiedBefore = new Map(load.reasons)
	const struckAt = performance.now()
	const repair = await fault.strike(topology, cluster)
	// A gap may still follow.
	await wait(2000)
	await flowing(load)
	await repair()
	await topology.settled(120)
	await flowing(load)
	const seen = load.bought.slice(first)
	// An order sent earlier is affected by the previous fault.
	const own = seen.filter(({ sentAt }) => sentAt > struckAt - calmMs)
	const times = [struckAt, ...seen.map(({ acknowledgedAt }) => acknowledgedAt)]
	const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
	return {
		name: fault.name,
		silence: Math.max(...gaps) / 1000,
		slowest: Math.max(...own.map(({ sentAt, acknowledgedAt }) => acknowledgedAt - sentAt)) / 1000,
		orders: seen.length,
		told: new Map(
			[...load.reasons].map(([reason, times]) => [reason, times - (notifiedBefore.get(reason) ?? 0)] as const),
		),
	}
}

const spoken = (seconds: number) => seconds.toFixed(1).replace('.', ',')
const listed = (counts: ReadonlyMap<string, number>) =>
	[...counts]
		.filter(([, times]) => times > 0)
		.map(([what, times]) => `${what}: ${times}`)
		.join('; ')

/** Returns minimum, median and maximum as a table cell. */
function spread(values: readonly number[]): string {
	const sorted = values.toSorted((a, b) => a - b)
	return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((one = 0) => spoken(one)).join(' · ')
}

/** Prints one row per kind of fault. */
function print(rows: readonly Row[], say: (line: string) => void): void {
	say('| qué pasa | veces | s sin ninguna orden: menos · medio · más | la compra que más esperó, s | órdenes |')
	say('| --- | --- | --- | --- | --- |')
	for (const name of new Set(rows.map((row) => row.name))) {
		const same = rows.filter((row) => row.name === name)
		const slowest = Math.max(...same.map((row) => row.slowest))
		const orders = same.reduce((sum, row) => sum + row.orders, 0)
		const silences = spread(same.map((row) => row.silence))
		say(`| ${name} | ${same.length} | ${silences} | ${spoken(slowest)} | ${orders} |`)
	}
}

/** Unexpected errors of the processes by cause; counters reset at a restart. */
function causesOf({ shops }: ShopCluster): ReadonlyMap<string, number> {
	const causes = new Map<string, number>()
	for (const line of shops.flatMap((shop) => shop.output().split('\n'))) {
		if (!line.includes('"msg":"unexpected error"')) continue
		const { causa, err } = JSON.parse(line) as { causa: string; err?: { message?: string } }
		const cause = `${causa} ${err?.message?.slice(0, 200)}`
		causes.set(cause, (causes.get(cause) ?? 0) + 1)
	}
	return causes
}

/** Ends the load and compares the database with the buyers' answers; false when something is violated. */
async function judge(load: Load, parts: RushParts, say: (line: string) => void): Promise<boolean> {
	const { topology, cluster, mails } = parts
	await load.stop()
	await mails.stop()
	const acknowledged = load.bought.map(({ id }) => id)
	// The check reads everything, so it has no statement timeout, as behind a pool.
	const direct = topology.variables.DATABASE_DIRECT_URL
	const database = await openPostgres({ statements: direct, session: direct, isPooled: true }, () => {})
	await database.db.execute('analyze')
	const broken = await settle({ cluster, acknowledged, mails: mails.all }, database)
	await database.close()
	const lost = broken.filter((line) => line.startsWith('an order that was acknowledged')).length
	say(`órdenes confirmadas ${acknowledged.length}, perdidas ${lost}, promesas rotas ${broken.length}`)
	say(`compras abandonadas: ${JSON.stringify(load.abandoned)}; por qué se reintentó: ${listed(load.reasons)}`)
	say(`lo que el equipo leyó en vez de lo pedido: ${listed(load.staffSaw)}`)
	for (const line of broken.slice(0, 20)) say(`  ${line}`)
	return broken.length === 0 && load.abandoned.length === 0
}

interface RushParts {
	readonly topology: Topology
	readonly cluster: ShopCluster
	readonly mails: ReturnType<typeof keepMails>
}

/**
 * Runs twenty buyers through `url` during each fault whose name has `only`, `rounds` times or until SIGUSR2, then checks
 * every invariant. Prints a line per fault, and the table; false when an invariant is violated.
 */
export async function runLoadTest(
	parts: { topology: Topology; cluster: ShopCluster; url: string },
	rounds: number,
	only: string,
	say: (line: string) => void,
): Promise<boolean> {
	const { topology, cluster, url } = parts
	const load = await startLoad(url, buyers)
	const mails = keepMails(cluster)
	const rows: Row[] = []
	let failed = 0
	const chosen = faults.filter(({ name }) => name.includes(only))
	let isEnough = false
	process.once('SIGUSR2', () => {
		isEnough = true
	})
	try {
		for (let round = 0; round < rounds; round++) {
			for (const fault of chosen) {
				if (isEnough) break
				const row = await suffer(fault, { topology, cluster, load }).catch((error: unknown) => {
					say(`no se pudo, ${fault.name}: ${error}`)
					failed++
				})
				if (!row) continue
				rows.push(row)
				const { name, silence, slowest, orders, told } = row
				if (told.get('500 error_interno')) say(`  ${listed(causesOf(cluster))}`)
				say(
					`${name}: ${spoken(silence)} s sin órdenes, ${spoken(slowest)} s la que más, ${orders} órdenes; ${listed(told)}`,
				)
			}
		}
	} finally {
		print(rows, say)
	}
	return (await judge(load, { topology, cluster, mails }, say)) && failed === 0
}
