import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type OpenDatabase, openPostgres } from '#core/server/db/database.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { type ShopCluster, startCluster } from '#tests/failures/shop-cluster.ts'
import { runSoak } from '#tests/failures/soak.ts'

// Starting processes and servers takes long on a busy machine: pending work gets five minutes to finish before invariants
// are checked.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 240_000 })

let postgres: PostgresServer
let cluster: ShopCluster
let database: OpenDatabase

beforeAll(async () => {
	postgres = await startPostgres()
	const url = await postgres.createDatabase('remojo')
	cluster = await startCluster(2, url, { LOG_LEVEL: 'fatal' })
	database = await openPostgres(url, () => {})
})
afterAll(async () => {
	await database?.close()
	await cluster?.stop()
	await postgres?.stop()
})

it('the shop satisfies every invariant under gateway errors, killed processes and refused mails', async () => {
	const report = await runSoak(cluster, database, { orders: 80, buyers: 8, seed: 2, secondsBetweenKills: 3 })
	expect(report.broken).toEqual([])
	expect(report.counts.acknowledged).toBeGreaterThan(20)
	const faults = Object.entries(report.counts).filter(([what]) => what.startsWith('fault'))
	expect(faults.reduce((sum, [, times]) => sum + times, 0)).toBeGreaterThan(20)
})
