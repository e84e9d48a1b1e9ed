import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '#server/db/database.ts'
import type { ShopCluster } from '#tests/failures/shop-cluster.ts'
import { keepMails, settle } from '#tests/failures/soak.ts'
import { type Fault, faults } from './faults.ts'
import { type Load, startLoad } from './load.ts'
import type { Topology } from './topology.ts'

const buyers = 20
/** How long orders have to flow before the next fault, and how long after one is looked at. */
const calmMs = 5000

/** What one fault did to the buyers; seconds. */
interface Row {
	readonly name: string
	/** The longest time in which no order was acknowledged. */
	readonly silence: number
	/** The longest that one buyer waited for an order, all tries together. */
	readonly slowest: number
	readonly orders: number
	/** What buyers were told instead, and how often. */
	readonly told: ReadonlyMap<string, number>
}

/** Waits until orders have been acknowledged for a while without a pause longer than a second. */
async function flowing({ bought }: Load): Promise<void> {
	const began = performance.now()
	for (let since = began; performance.now() - since < calmMs; await wait(200)) {
		const last = bought.at(-1)?.acknowledgedAt ?? 0
		if (performance.now() - last > 1000) since = performance.now()
		if (performance.now() - began > 180_000) throw new Error('las órdenes no volvieron a pasar en 3 minutos')
	}
}

/** Lets one fault happen in the middle of the load, mends it, and gives what the buyers saw of it. */
async function suffer(fault: Fault, parts: { topology: Topology; cluster: ShopCluster; load: Load }): Promise<Row> {
	const { topology, cluster, load } = parts
	await flowing(load)
	await topology.settled(120)
	const first = load.bought.length
	const toldBefore = new Map(load.reasons)
	const struckAt = performance.now()
	const mend = await fault.strike(topology, cluster)
	// A silence that is still to come must not be taken for calm.
	await wait(2000)
	await flowing(load)
	await mend()
	await topology.settled(120)
	await flowing(load)
	const seen = load.bought.slice(first)
	// One that was sent earlier waits for what the fault before did to it.
	const own = seen.filter(({ sentAt }) => sentAt > struckAt - calmMs)
	const times = [struckAt, ...seen.map(({ acknowledgedAt }) => acknowledgedAt)]
	const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
	return {
		name: fault.name,
		silence: Math.max(...gaps) / 1000,
		slowest: Math.max(...own.map(({ sentAt, acknowledgedAt }) => acknowledgedAt - sentAt)) / 1000,
		orders: seen.length,
		told: new Map([...load.reasons].map(([reason, times]) => [reason, times - (toldBefore.get(reason) ?? 0)] as const)),
	}
}

const spoken = (seconds: number) => seconds.toFixed(1).replace('.', ',')
const listed = (counts: ReadonlyMap<string, number>) =>
	[...counts]
		.filter(([, times]) => times > 0)
		.map(([what, times]) => `${what}: ${times}`)
		.join('; ')

/** The least, the middle and the most, as a cell of the table. */
function spread(values: readonly number[]): string {
	const sorted = values.toSorted((a, b) => a - b)
	return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((one = 0) => spoken(one)).join(' · ')
}

/** Prints one row per kind of fault. */
function tell(rows: readonly Row[], say: (line: string) => void): void {
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

/** What the processes did not expect, by cause, and how often; they count anew when they are started again. */
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

/** Ends the load and holds what is in the database against what buyers were told; false when something is broken. */
async function judge(load: Load, parts: RushParts, say: (line: string) => void): Promise<boolean> {
	const { topology, cluster, mails } = parts
	await load.stop()
	await mails.stop()
	const acknowledged = load.bought.map(({ id }) => id)
	// What is checked reads everything there is: no statement has a limit of time, as behind a pool.
	const direct = topology.variables.DATABASE_DIRECT_URL
	const database = await openPostgres({ statements: direct, session: direct, isPooled: true }, () => {})
	await database.db.execute('analyze')
	const broken = await settle({ cluster, acknowledged, mails: mails.all }, database)
	await database.close()
	const lost = broken.filter((line) => line.startsWith('an order that was acknowledged')).length
	say(`órdenes confirmadas ${acknowledged.length}, perdidas ${lost}, promesas rotas ${broken.length}`)
	say(`compras abandonadas: ${JSON.stringify(load.givenUp)}; por qué se reintentó: ${listed(load.reasons)}`)
	say(`lo que el equipo leyó en vez de lo pedido: ${listed(load.staffSaw)}`)
	for (const line of broken.slice(0, 20)) say(`  ${line}`)
	return broken.length === 0 && load.givenUp.length === 0
}

interface RushParts {
	readonly topology: Topology
	readonly cluster: ShopCluster
	readonly mails: ReturnType<typeof keepMails>
}

/**
 * Has twenty buyers order through `url` during each fault whose name has `only` in it, `rounds` times or until SIGUSR2, then checks every invariant.
 * Prints a line a fault, and the table; false when a promise is broken.
 */
export async function runRush(
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
		tell(rows, say)
	}
	return (await judge(load, { topology, cluster, mails }, say)) && failed === 0
}
