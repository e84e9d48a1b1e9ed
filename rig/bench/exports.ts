/**
 * Measures the panel's CSV files at full size. Prints rows a second, CPU time of shop and database per thousand rows, and
 * the shop's peak memory growth; then the same for a reader of 200 KB a second for 15 s. Use: npx node --expose-gc
 * rig/bench/exports.ts <URL of a PostgreSQL filled by rig/make-orders.ts> [files, all five]
 */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openPostgres } from '#core/server/db/database.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'
import { cpuSeconds } from './process-meter.ts'

const [address = '', wanted = 'ordenes,lineas,pagos,stock,entregas'] = process.argv.slice(2)
const slowBytesPerSecond = 200_000
const slowSeconds = 15

const memoryMiB = () => process.memoryUsage().rss / 2 ** 20

interface Reading {
	readonly rows: number
	readonly seconds: number
	readonly grewMiB: number
}

/** Reads a file to its end, or slowly for a while, sampling this process's memory at each chunk. */
async function read(url: string, authorization: string, isSlow: boolean): Promise<Reading> {
	globalThis.gc?.()
	const before = memoryMiB()
	const started = performance.now()
	const response = await fetch(url, { headers: { authorization } })
	if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`)
	let [rows, bytes, highest] = [0, 0, before]
	const seconds = () => (performance.now() - started) / 1000
	for await (const piece of response.body) {
		bytes += piece.length
		for (const byte of piece) if (byte === 10) rows += 1
		highest = Math.max(highest, memoryMiB())
		if (!isSlow) continue
		if (seconds() > slowSeconds) break
		await wait(Math.max(0, (bytes / slowBytesPerSecond - seconds()) * 1000))
	}
	return { rows, seconds: seconds(), grewMiB: highest - before }
}

const database = await openPostgres(address, console.error)
const shop = await openTestShop({ database })
try {
	const { authorization } = await theBoss(shop)
	const { rows } = await database.db.execute<{ data_directory: string }>(sql`show data_directory`)
	const server = Number(readFileSync(`${rows[0]?.data_directory}/postmaster.pid`, 'utf8').split('\n')[0])
	const cpuMs = () => {
		const { user, system } = process.cpuUsage()
		return (user + system) / 1000 + cpuSeconds(server) * 1000
	}
	for (const file of wanted.split(',')) {
		const url = `${new URL(shop.simulatorsUrl).origin}/api/admin_exportar/${file}.csv`
		const cpuBefore = cpuMs()
		const all = await read(url, authorization, false)
		const cpu = ((cpuMs() - cpuBefore) / all.rows) * 1000
		const slow = await read(url, authorization, true)
		console.log(
			`${file.padEnd(9)} ${String(all.rows).padStart(8)} rows in ${all.seconds.toFixed(1)} s: ${Math.round(all.rows / all.seconds)} a second,`,
			`${cpu.toFixed(1)} ms CPU a thousand, +${all.grewMiB.toFixed(0)} MiB; slowly ${slow.rows} rows in ${slow.seconds.toFixed(0)} s, +${slow.grewMiB.toFixed(0)} MiB`,
		)
	}
} finally {
	await shop.stop()
}
