import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Factura } from '#domain/tax-documents/receptor.ts'
import { createdAt, moment, searchedText } from '#server/db/tables/columns.ts'

/** Accounts. `username` of the specification is the e-mail, kept in lower case. */
export const usuarios = pgTable(
	'usuarios',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		email: text().notNull(),
		first_name: text().notNull().default(''),
		last_name: text().notNull().default(''),
		telefono: text().notNull().default(''),
		direccion: text().notNull().default(''),
		/** argon2id; null for an account that only signs in with Google. */
		password_hash: text(),
		google_sub: text(),
		email_verified_at: moment('email_verified_at'),
		/** When somebody opened a link that only mails to this address carry: until then they say nothing that was typed freely. */
		correo_leido_at: moment('correo_leido_at'),
		is_staff: boolean().notNull().default(false),
		is_active: boolean().notNull().default(true),
		is_superuser: boolean().notNull().default(false),
		/** Rights were given while nobody had proved to read this address's mail: they count once its owner has. */
		derechos_en_espera: boolean().notNull().default(false),
		/** Since when the account has a second factor; null: the first one opens it. */
		segundo_factor_at: moment('segundo_factor_at'),
		/** The cart saved at a login, as the browser sent it (read with readCart). */
		carrito: jsonb(),
		/** What the last factura of the account was made out to, offered at its next checkout. */
		factura: jsonb().$type<Factura>(),
		/** When and to which version of the policy the customer agreed. */
		consentimiento_at: moment('consentimiento_at'),
		consentimiento_version: text(),
		/** Counts the changes that staff made, so that none is overwritten unseen. */
		version: integer().notNull().default(1),
		deleted_at: moment('deleted_at'),
		created_at: createdAt(),
		busqueda: searchedText('email', 'first_name', 'last_name'),
	},
	(t) => [
		uniqueIndex('usuarios_email').on(t.email),
		uniqueIndex('usuarios_google_sub').on(t.google_sub),
		index('usuarios_trigramas').using('gin', t.busqueda.op('gin_trgm_ops')),
		index('usuarios_staff').on(t.id).where(sql`${t.is_staff}`),
		check('usuarios_email_lower', sql`${t.email} = lower(${t.email})`),
	],
)

/** Logins: one row a family of refresh tokens. The newest token of a family is good, and the one before once more within seconds. */
export const sesiones = pgTable(
	'sesiones',
	{
		id: uuid().primaryKey(),
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		/** SHA-256 of the refresh token that is good now. */
		refresh_hash: text().notNull(),
		dispositivo: text().notNull().default(''),
		created_at: createdAt(),
		used_at: moment('used_at').notNull().defaultNow(),
		expires_at: moment('expires_at').notNull(),
		revoked_at: moment('revoked_at'),
		/** When the owner last proved who they are in this session: at its login, or asked again since. */
		identidad_at: moment('identidad_at').notNull().defaultNow(),
		/** A digest of the browser that traded the token before; null where none was traded yet. */
		renovada_por: text(),
		/** When the token before was traded once more, because the answer had been lost; null: not yet. */
		repetida_at: moment('repetida_at'),
	},
	(t) => [index('sesiones_usuario').on(t.usuario_id)],
)

/** Links to choose a new password; only the hash is kept, each works once. */
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
