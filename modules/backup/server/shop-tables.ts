import { sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'

/** Rate-limit counters are dispensable; sums per day are rebuilt from the orders. */
const leftOut = ['limites']

/** The shop's tables, each after those that it references, for inserts in this order. */
export async function shopTables(db: Queryable): Promise<string[]> {
	const { rows: tables } = await db.execute<{ name: string }>(
		sql`select table_name as name from information_schema.tables
			where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
	)
	const { rows: links } = await db.execute<{ child: string; parent: string }>(
		sql`select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
			from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid`,
	)
	const waiting = tables.map(({ name }) => name).filter((name) => !leftOut.includes(name))
	const sorted: string[] = []
	while (waiting.length > 0) {
		const free = waiting.findIndex((name) =>
			links.every(({ child, parent }) => child !== name || sorted.includes(parent) || leftOut.includes(parent)),
		)
		if (free < 0) throw new Error(`the tables ${waiting} refer to each other in a circle`)
		sorted.push(...waiting.splice(free, 1))
	}
	return sorted
}

export interface Manifest {
	readonly formato: 1
	readonly created_at: string
	/** The number of migrations applied to the data. */
	readonly migraciones: number
	/** Row counts of the tables, in the order of the inserts. */
	readonly tablas: readonly { readonly nombre: string; readonly filas: number }[]
	/** Pictures in the backup, and missing ones. */
	readonly archivos: number
	readonly faltan: number
}
