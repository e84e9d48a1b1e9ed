import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'

/**
 * Sessions: one row per family of refresh tokens. The newest token of a family is valid, and the previous one once more
 * within seconds.
 */
export const sesiones = pgTable(
	'sesiones',
	{
		id: uuid().primaryKey(),
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		/** SHA-256 of the current refresh token. */
		refresh_hash: text().notNull(),
		dispositivo: text().notNull().default(''),
		created_at: createdAt(),
		used_at: moment('used_at').notNull().defaultNow(),
		expires_at: moment('expires_at').notNull(),
		revoked_at: moment('revoked_at'),
		/** The last proof of identity in this session. */
		identidad_at: moment('identidad_at').notNull().defaultNow(),
		/** A digest of the browser that exchanged the previous token; null before the first exchange. */
		renovada_por: text(),
		/** When the previous token was exchanged once more after a lost answer; null: not yet. */
		repetida_at: moment('repetida_at'),
	},
	(t) => [index('sesiones_usuario').on(t.usuario_id)],
)

/** Password recoveries; only the token's hash is stored, each is valid once. */
export const recuperaciones = pgTable(
	'recuperaciones',
	{
		id: uuid().primaryKey(),
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		token_hash: text().notNull(),
		expires_at: moment('expires_at').notNull(),
		used_at: moment('used_at'),
		created_at: createdAt(),
	},
	(t) => [index('recuperaciones_usuario').on(t.usuario_id)],
)
