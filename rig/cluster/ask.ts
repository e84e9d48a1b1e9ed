import pg from 'pg'

/** Asks a database something on a connection of its own. */
export async function ask<Row extends object>(
	connectionString: string,
	text: string,
	values: readonly unknown[] = [],
): Promise<Row[]> {
	const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 })
	// One that breaks fails the question; its own event only has to be heard.
	client.on('error', () => {})
	await client.connect()
	try {
		return (await client.query<Row>(text, [...values])).rows
	} finally {
		await client.end()
	}
}
