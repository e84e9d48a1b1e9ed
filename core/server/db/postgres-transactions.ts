import type { drizzle, NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/**
 * Runs transactions on connections of `pool` and always returns them. Drizzle leaks the connection when `begin` fails
 * (a pool without a server, a connection cut while idle); after ten of those the process waits for ever. A connection
 * that is not idle after its transaction is closed, not reused.
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
