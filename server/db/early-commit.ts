import { type SQL, sql } from 'drizzle-orm'

/**
 * Lets an order's transaction give its locks back before its commit is on disk. A row that many want at once, as a colour's is, is then
 * held for the transaction's statements alone and not for the disk; those who commit at once wait for the disk together. Nobody may be
 * told of what was committed so before `flush` has resolved. What came after it in the database can never outlive it.
 */
export interface EarlyCommit {
	/** Makes it so for the transaction in which it is selected. */
	readonly begin: SQL
	/**
	 * Resolves once the order of this id, which was committed, is on disk, and on the replica where there is a synchronous one. False: the
	 * database that answers does not have it; it died with the order before that, and started again or was replaced.
	 */
	flush(id: string): Promise<boolean>
}

/** For the embedded database: one connection, on which nobody waits for another's lock. */
export const plainCommit: EarlyCommit = { begin: sql`null`, flush: async () => true }

/** Which of these orders the database has, told when that is on disk. */
type FlushOrders = (ids: readonly string[]) => Promise<readonly string[]>

/**
 * A commit that waits for the disk takes everything before it along; this one says nothing else. What its own snapshot sees was
 * committed before it, on the same machine.
 */
export const flushStatement = `
	select array(select id::text from ordenes where id = any($1::uuid[])) as kept, pg_logical_emit_message(true, 'tienda', '')`

/** For a PostgreSQL server, which `flushOrders` asks. Whoever comes while a flush is under way, which may have missed them, shares the one after it. */
export function createEarlyCommit(flushOrders: FlushOrders): EarlyCommit {
	let last: Promise<unknown> = Promise.resolve()
	let waiting: { readonly ids: string[]; readonly kept: Promise<readonly string[]> } | undefined

	function openBatch() {
		const ids: string[] = []
		const begin = () => {
			waiting = undefined
			return flushOrders(ids)
		}
		const kept = last.then(begin, begin)
		last = kept
		return { ids, kept }
	}

	async function flush(id: string): Promise<boolean> {
		waiting ??= openBatch()
		waiting.ids.push(id)
		return (await waiting.kept).includes(id)
	}

	return { begin: sql`set_config('synchronous_commit', 'off', true)`, flush }
}
