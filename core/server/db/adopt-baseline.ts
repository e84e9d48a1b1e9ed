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
