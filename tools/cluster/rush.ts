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
	readonly retries: number
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
	const struckAt = performance.now()
	const mend = await fault.strike(topology, cluster)
	// A silence that is still to come must not be taken for calm.
	await wait(2000)
	await flowing(load)
	await mend()
	await topology.settled(120)
	await flowing(load)
	const seen = load.bought.slice(first)
	const times = [struckAt, ...seen.map(({ acknowledgedAt }) => acknowledgedAt)]
	const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
	return {
		name: fault.name,
		silence: Math.max(...gaps) / 1000,
		slowest: Math.max(...seen.map(({ sentAt, acknowledgedAt }) => acknowledgedAt - sentAt)) / 1000,
		orders: seen.length,
		retries: seen.reduce((sum, { retries }) => sum + retries, 0),
	}
}

const spoken = (seconds: number) => seconds.toFixed(1).replace('.', ',')

/**
 * Has twenty buyers order through `url` during each fault, `rounds` times, then checks every invariant. Prints a row a fault;
 * false when one is violated.
 */
export async function runRush(
	parts: { topology: Topology; cluster: ShopCluster; url: string },
	rounds: number,
	say: (line: string) => void,
): Promise<boolean> {
	const { topology, cluster, url } = parts
	const load = await startLoad(url, buyers)
	const mails = keepMails(cluster)
	say(
		'| qué pasa | s sin órdenes | espera más larga de una compra, s | órdenes | reintentos |\n| --- | --- | --- | --- | --- |',
	)
	for (let round = 0; round < rounds; round++) {
		for (const fault of faults) {
			const { name, silence, slowest, orders, retries } = await suffer(fault, { topology, cluster, load })
			say(`| ${name} | ${spoken(silence)} | ${spoken(slowest)} | ${orders} | ${retries} |`)
		}
	}
	await load.stop()
	await mails.stop()
	const acknowledged = load.bought.map(({ id }) => id)
	const database = await openPostgres(topology.variables.DATABASE_DIRECT_URL, () => {})
	const broken = await settle({ cluster, acknowledged, mails: mails.all }, database)
	await database.close()
	const lost = broken.filter((line) => line.startsWith('an order that was acknowledged')).length
	say(`órdenes confirmadas ${acknowledged.length}, perdidas ${lost}, promesas rotas ${broken.length}`)
	say(
		`compras abandonadas: ${JSON.stringify(load.givenUp)}; por qué se reintentó: ${JSON.stringify([...load.reasons])}`,
	)
	for (const line of broken.slice(0, 20)) say(`  ${line}`)
	return broken.length === 0 && load.givenUp.length === 0
}
