import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { passkeyTransports } from '#modules/second-factor/second-factor.ts'

const owner = () =>
	integer()
		.notNull()
		.references(() => usuarios.id, { onDelete: 'cascade' })

/** The app of an account that shows one-time codes (TOTP, RFC 6238). */
export const appsCodigos = pgTable('apps_codigos', {
	usuario_id: owner().primaryKey(),
	/** The shared secret, encrypted with a key derived from the shop's. */
	secreto: text().notNull(),
	/** Null: no code was verified yet, so the app is inactive. */
	confirmada_at: moment('confirmada_at'),
	/** The 30-second step of the newest used code: older codes and this one are rejected. */
	ultimo_paso: integer().notNull().default(0),
	created_at: createdAt(),
})

export const llavesAcceso = pgTable(
	'llaves_acceso',
	{
		/** The credential's id from the browser. */
		id: text().primaryKey(),
		usuario_id: owner(),
		/** In base64url, as a COSE key. */
		clave_publica: text().notNull(),
		/** The authenticator's signature counter; 0 without one. */
		contador: bigint({ mode: 'number' }).notNull(),
		transportes: text({ enum: passkeyTransports }).array().notNull(),
		/** Whether its maker may copy it to other devices (constant), and whether it has. */
		sincronizable: boolean().notNull(),
		sincronizada: boolean().notNull(),
		/** The browser that it was added in. */
		nombre: text().notNull(),
		created_at: createdAt(),
		used_at: moment('used_at'),
	},
	(t) => [index('llaves_acceso_usuario').on(t.usuario_id)],
)

/** Recovery codes for lost factors; only their hashes, each valid once. */
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
