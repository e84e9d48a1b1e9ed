import { type SQL, sql } from 'drizzle-orm'

/**
 * Lets a transaction give its locks back before its commit is on disk. A row that many want at once, as a colour's is, is then held
 * for the transaction's statements alone and not for the disk; those who commit at once wait for the disk together. Nobody may be
 * told of what was committed so before `flush` has resolved. What came after it in the database can never outlive it.
 */
export interface EarlyCommit {
	/** Makes it so for the transaction in which it is selected. */
	readonly begin: SQL
	/** Resolves once everything that this process has committed is on disk, and on the replica where there is a synchronous one. */
	flush(): Promise<void>
}

/** For the embedded database: one connection, on which nobody waits for another's lock. */
export const plainCommit: EarlyCommit = { begin: sql`null`, flush: async () => {} }

/** For a PostgreSQL server; `execute` sends it a statement. */
export function createEarlyCommit(execute: (statement: string) => Promise<unknown>): EarlyCommit {
	// A commit that waits for the disk takes everything before it along; this one says nothing else.
	const sync = async () => void (await execute("select pg_logical_emit_message(true, 'tienda', '')"))
	let running: Promise<void> | undefined
	let next: Promise<void> | undefined

	/** Whoever comes while one is under way, which may have missed them, shares the one after it. */
	async function flush(): Promise<void> {
		if (!running) {
			running = sync().finally(() => {
				running = undefined
			})
			return await running
		}
		next ??= running
			.catch(() => {})
			.then(() => {
				next = undefined
				return flush()
			})
		await next
	}

	return { begin: sql`set_config('synchronous_commit', 'off', true)`, flush }
}
