import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Extensions, PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { drizzle, NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { copiesOf, lockFolder, readCopy } from '#core/server/db/folder.ts'
import { hideQueryValues } from '#core/server/db/query-errors.ts'
import { projectFolder } from '#core/server/platform/runtime.ts'

/** The part of a raw statement's result that both engines share. */
interface Rows<Row> {
	rows: Row[]
}
interface RowsResult extends PgQueryResultHKT {
	type: Rows<this['row']>
}

export type Database = PgDatabase<RowsResult>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Parameter type of queries that may run alone or inside a transaction. */
export type Queryable = Database | Transaction

hideQueryValues()

export const migrationsFolder = join(projectFolder, 'core/server/db/migrations')

/** An arbitrary number, equal in every process: the holder of this lock migrates, the others wait. */
const migrationLock = 650_2026

export interface DatabaseAddresses {
	readonly statements: string
	/** For session features: the migration lock and the queue's LISTEN. Never through a pool in transaction mode. */
	readonly session: string
	/** Whether connections are pooled per transaction (pgbouncer): no setting may outlive one. */
	readonly isPooled: boolean
}

/** The open, migrated database of either engine. */
export interface OpenDatabase {
	readonly kind: 'pglite' | 'postgres'
	readonly db: Database
	/** Connects the job queue to the same database. */
	readonly queueOptions: ConstructorOptions
	/**
	 * Runs a long read on a snapshot: the embedded database reads a copy of its folder, as its only connection is shared.
	 */
	readAside<Result>(read: (db: Database) => Promise<Result>): Promise<Result>
	/** Resolves when the database answers; throws when it is unreachable. */
	ping(): Promise<void>
	close(): Promise<void>
}

/**
 * Opens PostgreSQL and migrates it (up to the end of `folder`); safe in parallel processes. Throws when it is
 * unreachable.
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
	// In one process at a time, without a statement timeout; a dying process releases the lock.
	const client = new pg.Client(migrator)
	// A broken connection fails its statement; its own event only needs a handler.
	client.on('error', () => {})
	await client.connect()
	try {
		await client.query('select pg_advisory_lock($1)', [migrationLock])
		await adoptBaseline((statement) => client.query(statement))
		await migrate(drizzle(client), { migrationsFolder: folder })
	} finally {
		await client.end()
	}
	const pool = new pg.Pool({
		...connectOptions,
		connectionString: statements,
		idleTimeoutMillis: 30_000,
		...(isPooled ? {} : { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 }),
		application_name: 'premium-shaker',
		// Statements of one transaction that do not wait for each other are sent together.
		pipeline: true,
		Client: connectionClass({ areNamed: !isPooled }),
		max: 10,
	})
	pool.on('error', onError)
	// The pool handles connections that break while idle. One that breaks in use fails its statement, which reports it;
	// its own event needs a handler as well, or it would end the process.
	pool.on('connect', (connection) => connection.on('error', () => {}))
	const opened = drizzle(pool)
	opened.transaction = transactionsOn(pool, drizzle)
	const db = opened as unknown as Database
	return {
		kind: 'postgres',
		db,
		queueOptions: {
			connectionString: session,
			max: 4,
			application_name: 'premium-shaker-jobs',
			// The queue hands its options on to the pool. A job that a crash of the database makes run again is idempotent; its
			// insertion is part of the transaction that it belongs to.
			options: '-c synchronous_commit=off',
			Client: connectionClass({ areNamed: true }),
		} as ConstructorOptions,
		readAside: (read) => read(db),
		ping: async () => void (await db.execute(sql`select 1`)),
		close: async () => pool.end(),
	}
}

/**
 * The embedded database's buffer cache. The default of 128 MB is zeroed at each start, and a small shop never fills it;
 * the system's file cache holds the rest.
 */
const embeddedCache = '16MB'

/** Extensions required by every embedded database: trigrams for the text search. */
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
	if (folder) {
		// Readable by this user alone.
		process.umask(0o077)
		mkdirSync(folder, { recursive: true })
		chmodSync(folder, 0o700)
	}
	const unlock = folder ? await lockFolder(folder) : undefined
	// The rest of a process that died while it read a copy.
	if (folder) rmSync(copiesOf(folder), { recursive: true, force: true })
	const options = { extensions, startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedCache}`] }
	const client = loaded ?? (await PGlite.create({ ...options, ...(folder ? { dataDir: folder } : {}) }))
	const pglite = drizzle(client)
	await adoptBaseline((statement) => client.query(statement))
	await migrate(pglite, { migrationsFolder: migrations })
	// The engine creates a database's files readable and writable by everybody.
	for (const entry of folder ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
		chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
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

/** The time of the newest of the 45 migrations that the baseline replaced. The baseline has the same time. */
const baselineWhen = 1795741353939

type Query = (statement: string) => Promise<{ readonly rows: readonly unknown[] }>

/**
 * Marks the baseline as applied in a database with all migrations that it replaced: its schema is equal. @throws Error
 * for a database with fewer of them.
 */
export async function adoptBaseline(query: Query): Promise<void> {
	const known = await query(`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`)
	if (known.rows.length === 0) return
	const { rows } = await query('select created_at::text as made from drizzle.__drizzle_migrations')
	const made = rows.map((row) => Number((row as { made: string }).made))
	if (made.every((when) => when >= baselineWhen)) return
	if (!made.includes(baselineWhen))
		throw new Error('la base es de una versión anterior de la tienda: restaura un respaldo suyo en una base nueva')
	await query(`delete from drizzle.__drizzle_migrations where created_at < ${baselineWhen}`)
}

/**
 * Runs transactions on connections of `pool` and always returns them. Drizzle leaks the connection when `begin` fails
 * (a pool without a server, a connection cut while idle); after ten of those the process waits for ever. A connection
 * that is not idle after its transaction is closed, not reused.
 */
function transactionsOn(pool: pg.Pool, openOn: typeof drizzle): NodePgDatabase['transaction'] {
	return async (work, config) => {
		const client = await pool.connect()
		try {
			return await openOn(client).transaction(work, config)
		} finally {
			client.release(client.getTransactionStatus() !== 'I')
		}
	}
}

/** A text gets a name at this use: one that is sent once costs no memory of the database. */
const usesBeforeName = 3
const maxTexts = 1000

/** Uses of each text in this process. */
const uses = new Map<string, { count: number; readonly name: string }>()

/**
 * One statement that plans well for any value. A search is planned for its word, and a page of a list for its filters and
 * its number; `begin` and the like have no plan.
 */
const mayBeNamed = (text: string) =>
	/^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !/;|\blike\b|\boffset\b/i.test(text)

function nameOf(text: string): string | undefined {
	const known = uses.get(text)
	if (known) {
		known.count += 1
		return known.count < usesBeforeName ? undefined : known.name
	}
	if (uses.size < maxTexts && mayBeNamed(text)) uses.set(text, { count: 1, name: `s${uses.size}` })
	return undefined
}

type Send = (query: unknown, ...rest: unknown[]) => unknown

/**
 * A connection that parses and plans each repeated statement once (`areNamed`; not behind a pool in transaction mode), and
 * sends the statements of one turn of the event loop in one write.
 */
const connectionClass = ({ areNamed }: { readonly areNamed: boolean }): (new () => pg.Client) =>
	class extends pg.Client {
		constructor(config?: pg.ClientConfig) {
			super(config)
			const send = this.query.bind(this) as unknown as Send
			const { connection } = this as unknown as { readonly connection: { readonly stream: Writable } }
			this.query = ((query: unknown, ...rest: unknown[]) => {
				const { stream } = connection
				if (stream.writableCorked === 0) {
					stream.cork()
					setImmediate(() => stream.uncork())
				}
				const text = typeof query === 'string' ? query : (query as { readonly text?: string }).text
				const name = areNamed && text !== undefined ? nameOf(text) : undefined
				if (name === undefined) return send(query, ...rest)
				return send(typeof query === 'string' ? { text, name } : { ...(query as object), name }, ...rest)
			}) as typeof this.query
		}
	}
