/**
 * Soaks the shop: customers order and pay on several processes over PostgreSQL under gateway faults, killed processes,
 * database restarts and refused mails. Prints the counts and every violated invariant. Use: npx node rig/bench/soak.ts
 * [orders, 4000] [processes, 4] [seconds between kills, 10] [seed, 1]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '#core/server/db/database.ts'
import { startPostgres } from '#tests/failures/postgres-server.ts'
import { startCluster } from '#tests/failures/shop-cluster.ts'
import { runSoak } from '#tests/failures/soak.ts'

const [orders = 4000, processes = 4, secondsBetweenKills = 10, seed = 1] = process.argv.slice(2).map(Number)
const postgres = await startPostgres()
const opened: { stop: () => Promise<unknown> }[] = [postgres]
try {
	const url = await postgres.createDatabase('remojo')
	const cluster = await startCluster(processes, url, { LOG_LEVEL: 'fatal' })
	opened.unshift(cluster)
	const database = await openPostgres(url, () => {})
	opened.unshift({ stop: () => database.close() })
	const report = await runSoak(cluster, database, {
		orders,
		buyers: 8,
		seed,
		secondsBetweenKills,
		restartDatabase: () => postgres.restart(() => wait(1000)),
		print: (line) => process.stdout.write(`${line}\n`),
	})
	process.stdout.write(`${JSON.stringify(report, null, 1)}\n`)
	process.exitCode = report.broken.length === 0 ? 0 : 1
} finally {
	// An aborted soak ends its processes.
	for (const one of opened) await one.stop()
}
