import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#core/server/db/columns.ts'

/** Counters of the strict rate limits, shared by every process, empty after a crash of the database. `clave` is a hash of accounts and addresses. */
export const limites = pgTable(
	'limites',
	{
		clave: text().primaryKey(),
		cuenta: integer().notNull(),
		hasta: moment('hasta').notNull(),
	},
	(t) => [index('limites_hasta').on(t.hasta)],
)
