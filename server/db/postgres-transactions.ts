import type { drizzle, NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/**
 * Runs transactions on connections of `pool` that go back to it however they end. Drizzle keeps the connection when `begin` already
 * fails (a pool that has no server just now, a connection cut while it was idle); ten of those, and the process waits for ever.
 * A connection that is not idle after its transaction is closed, not lent again.
 */
export function transactionsOn(pool: pg.Pool, openOn: typeof drizzle): NodePgDatabase['transaction'] {
	return async (work, config) => {
		const client = await pool.connect()
		try {
			return await openOn(client).transaction(work, config)
		} finally {
			client.release(client.getTransactionStatus() !== 'I')
		}
	}
}
