import pg from 'pg'

/** Runs a query on a connection of its own. */
export async function ask<Row extends object>(
	connectionString: string,
	text: string,
	values: readonly unknown[] = [],
): Promise<Row[]> {
	const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 })
	// A broken connection fails the query; its error event needs a listener.
	client.on('error', () => {})
	await client.connect()
	try {
		return (await client.query<Row>(text, [...values])).rows
	} finally {
		await client.end()
	}
}
