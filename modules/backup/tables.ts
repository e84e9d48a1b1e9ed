import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { moment } from '#core/server/db/columns.ts'

/**
 * Deleted accounts, so that the restore of an earlier backup deletes them again. Without personal data. The number alone
 * would not do: after a restore a later account may get it.
 */
export const borrados = pgTable(
	'borrados',
	{
		usuario_id: integer().notNull(),
		/** `created_at` of the account. */
		cuenta_creada_at: moment('cuenta_creada_at').notNull(),
		borrada_at: moment('borrada_at').notNull().defaultNow(),
	},
	(t) => [primaryKey({ columns: [t.usuario_id, t.cuenta_creada_at] })],
)
