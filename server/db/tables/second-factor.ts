import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { usuarios } from '#server/db/tables/accounts.ts'
import { createdAt, moment } from '#server/db/tables/columns.ts'

const owner = () =>
	integer()
		.notNull()
		.references(() => usuarios.id, { onDelete: 'cascade' })

/** The app of an account that shows one-time codes (TOTP, RFC 6238). */
export const appsCodigos = pgTable('apps_codigos', {
	usuario_id: owner().primaryKey(),
	/** The shared secret, encrypted with a key derived from the shop's. */
	secreto: text().notNull(),
	/** Null: no code of it was shown yet, so it counts for nothing. */
	confirmada_at: moment('confirmada_at'),
	/** The 30-second step of the newest code that was used: neither that code nor an older one is taken again. */
	ultimo_paso: integer().notNull().default(0),
	created_at: createdAt(),
})

/** Codes for who has lost the other factors; only their hashes, each works once. */
export const codigosRecuperacion = pgTable(
	'codigos_recuperacion',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		usuario_id: owner(),
		hash: text().notNull(),
		used_at: moment('used_at'),
	},
	(t) => [index('codigos_recuperacion_usuario').on(t.usuario_id)],
)
