import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Extensions, PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { adoptBaseline } from '#server/db/adopt-baseline.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { hideQueryValues } from '#server/db/hide-query-values.ts'
import { transactionsOn } from '#server/db/postgres-transactions.ts'
import { copiesOf, readCopy } from '#server/db/read-copy.ts'
import { projectFolder } from '#server/platform/project-folder.ts'

/** Both engines answer raw statements with `rows`; nothing else of their answers is used. */
interface Rows<Row> {
	rows: Row[]
}
interface RowsResult extends PgQueryResultHKT {
	type: Rows<this['row']>
}

export type Database = PgDatabase<RowsResult>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Either of the two: what a query that may stand alone or inside a transaction takes. */
export type Queryable = Database | Transaction

hideQueryValues()

export const migrationsFolder = join(projectFolder, 'server/db/migrations')

/** Any number, the same in every process: who holds this lock migrates, the others wait for it. */
const migrationLock = 650_2026

export interface DatabaseAddresses {
	readonly statements: string
	/** For what belongs to a session: the lock of who migrates, the queue's LISTEN. Never through a pool in transaction mode. */
	readonly session: string
	/** Whether connections are lent for one transaction (pgbouncer): no setting may outlive it. */
	readonly isPooled: boolean
}

/** The open database, migrated, in whichever of its two forms. */
export interface OpenDatabase {
	readonly kind: 'pglite' | 'postgres'
	readonly db: Database
	/** How the job queue reaches the same database. */
	readonly queueOptions: ConstructorOptions
	/**
	 * Runs a read that takes long, on the shop's data as of now: the embedded database gives a copy of its folder, as its only
	 * connection is everybody's.
	 */
	readAside<Result>(read: (db: Database) => Promise<Result>): Promise<Result>
	/** Answers when the database does; throws when it cannot be reached. */
	ping(): Promise<void>
	close(): Promise<void>
}

/**
 * Opens PostgreSQL and migrates it (to where `folder` ends); several processes may at once. Throws when it cannot be reached.
 */
export async function openPostgres(
	address: string | DatabaseAddresses,
	onError: (error: Error) => void,
	folder = migrationsFolder,
): Promise<OpenDatabase> {
	const [{ drizzle }, { migrate }] = await Promise.all([
		import('drizzle-orm/node-postgres'),
		import('drizzle-orm/node-postgres/migrator'),
	])
	const { statements, session, isPooled } =
		typeof address === 'string' ? { statements: address, session: address, isPooled: false } : address
	const connectOptions = { connectionTimeoutMillis: 5000, keepAlive: true }
	const migrator = { ...connectOptions, connectionString: session, application_name: 'premium-shaker-migrate' }
	await migrateAlone(new pg.Client(migrator), async (client) => {
		await adoptBaseline((statement) => client.query(statement))
		await migrate(drizzle(client), { migrationsFolder: folder })
	})
	const pool = new pg.Pool({
		...connectOptions,
		connectionString: statements,
		idleTimeoutMillis: 30_000,
		...(isPooled ? {} : { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 }),
		application_name: 'premium-shaker',
		max: 10,
	})
	pool.on('error', onError)
	// The pool hears connections that break while idle. One that breaks in use fails what is asked of it, which is told there;
	// but its own event must be heard as well, or it would end the process.
	pool.on('connect', (client) => client.on('error', () => {}))
	const opened = drizzle(pool)
	opened.transaction = transactionsOn(pool, drizzle)
	const db = opened as unknown as Database
	return {
		kind: 'postgres',
		db,
		queueOptions: { connectionString: session, max: 4, application_name: 'premium-shaker-jobs' },
		readAside: (read) => read(db),
		ping: async () => void (await db.execute(sql`select 1`)),
		close: async () => pool.end(),
	}
}

/** Runs `task` while no other process does, without a statement's time limit; a process that dies leaves the lock. */
async function migrateAlone(client: pg.Client, task: (client: pg.Client) => Promise<void>): Promise<void> {
	// A connection that breaks fails the statement under way; its own event only has to be heard.
	client.on('error', () => {})
	await client.connect()
	try {
		await client.query('select pg_advisory_lock($1)', [migrationLock])
		await task(client)
	} finally {
		await client.end()
	}
}

/** Makes the database's folder, and what this process writes from now on, readable by this user alone. */
function makePrivateFolder(folder: string): void {
	process.umask(0o077)
	mkdirSync(folder, { recursive: true })
	chmodSync(folder, 0o700)
}

/** The engine lays down a new database's files for everybody to read and write. */
function makeFilesPrivate(folder: string): void {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
		chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/**
 * How much the embedded database keeps in its own memory. Its usual 128 MB are written full of zeroes at each start, and a shop
 * that is small enough for it never fills them; what does not fit, the system's cache of files holds.
 */
const embeddedCache = '16MB'

/** What every embedded database has to be opened with: the trigrams of the text search. */
export async function embeddedExtensions(): Promise<Extensions> {
	const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
	return { pg_trgm }
}

/** Opens the embedded database (in memory without `folder`) and migrates it. @throws FolderInUse, FolderNotLockable */
export async function openPglite(
	folder: string | undefined,
	loaded?: PGlite,
	migrations = migrationsFolder,
): Promise<OpenDatabase> {
	const [{ PGlite }, extensions, { drizzle }, { migrate }] = await Promise.all([
		import('@electric-sql/pglite'),
		embeddedExtensions(),
		import('drizzle-orm/pglite'),
		import('drizzle-orm/pglite/migrator'),
	])
	if (folder) makePrivateFolder(folder)
	const unlock = folder ? await lockFolder(folder) : undefined
	// What a process left that died while it read a copy.
	if (folder) rmSync(copiesOf(folder), { recursive: true, force: true })
	const options = { extensions, startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedCache}`] }
	const client = loaded ?? (await PGlite.create({ ...options, ...(folder ? { dataDir: folder } : {}) }))
	const pglite = drizzle(client)
	await adoptBaseline((statement) => client.query(statement))
	await migrate(pglite, { migrationsFolder: migrations })
	if (folder) makeFilesPrivate(folder)
	const db = pglite as unknown as Database
	return {
		kind: 'pglite',
		db,
		queueOptions: { db: fromPglite(client), backend: 'pglite' },
		async readAside(read) {
			if (!folder) return await read(db)
			return await readCopy({ client, folder, options }, (copy) => read(drizzle(copy) as unknown as Database))
		},
		ping: async () => void (await client.query('select 1')),
		async close() {
			await client.close()
			await unlock?.()
		},
	}
}
