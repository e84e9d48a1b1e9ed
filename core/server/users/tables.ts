import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, searchedText } from '#core/server/db/columns.ts'

/** The recipient of a factura as stored with an account: `rut` as `12345678-9`. */
export type SavedFactura = Readonly<Record<'rut' | 'razon_social' | 'giro' | 'direccion' | 'comuna', string>>

/**
 * SQL: the mailbox of an address in lower case, by which the limits of customers count: without `+tag`, and at Gmail
 * without dots. Indexed on the accounts' addresses.
 */
export const mailboxOf = (email: SQLWrapper) => sql<string>`(case
	when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com')
	then replace(split_part(split_part(${email}, '@', 1), '+', 1), '.', '') || '@gmail.com'
	else split_part(split_part(${email}, '@', 1), '+', 1) || '@' || split_part(${email}, '@', 2) end)`

/** Accounts. `username` of the specification is the e-mail, in lower case. */
export const usuarios = pgTable(
	'usuarios',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		email: text().notNull(),
		first_name: text().notNull().default(''),
		last_name: text().notNull().default(''),
		telefono: text().notNull().default(''),
		direccion: text().notNull().default(''),
		/** argon2id; null for an account with Google as its only login. */
		password_hash: text(),
		google_sub: text(),
		email_verified_at: moment('email_verified_at'),
		/** When a link mailed only to this address was opened: before, its mails contain no typed text. */
		correo_leido_at: moment('correo_leido_at'),
		is_staff: boolean().notNull().default(false),
		is_active: boolean().notNull().default(true),
		is_superuser: boolean().notNull().default(false),
		/** Pending rights of an unproved address: granted once its owner proves it. */
		derechos_en_espera: boolean().notNull().default(false),
		/** Since when the account has a second factor; null: none. */
		segundo_factor_at: moment('segundo_factor_at'),
		/** The cart saved at a login, as the browser sent it (read with readCart). */
		carrito: jsonb(),
		/** The recipient of the account's last factura, offered at its next checkout. */
		factura: jsonb().$type<SavedFactura>(),
		/** When and to which version of the policy the customer agreed. */
		consentimiento_at: moment('consentimiento_at'),
		consentimiento_version: text(),
		/** Since when the account is blocked (Ley 21.719), and why, in the words of staff; null: it is not. */
		bloqueada_at: moment('bloqueada_at'),
		bloqueo_motivo: text(),
		/** The version for `If-Match`, incremented by changes of staff. */
		version: integer().notNull().default(1),
		deleted_at: moment('deleted_at'),
		created_at: createdAt(),
		busqueda: searchedText('email', 'first_name', 'last_name'),
	},
	(t) => [
		uniqueIndex('usuarios_email').on(t.email),
		uniqueIndex('usuarios_google_sub').on(t.google_sub),
		index('usuarios_buzon').on(mailboxOf(t.email)),
		index('usuarios_trigramas').using('gin', t.busqueda.op('gin_trgm_ops')),
		index('usuarios_staff').on(t.id).where(sql`${t.is_staff}`),
		check('usuarios_email_lower', sql`${t.email} = lower(${t.email})`),
	],
)
