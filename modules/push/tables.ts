import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { alertKinds } from '#core/rules/staff-panel.ts'
import { createdAt, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { alertKeys } from '#modules/lists/alert-keys.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** The VAPID key pair (P-256) by which push services identify the shop; every subscription is bound to it. */
export const llavesPush = pgTable(
	'llaves_push',
	{
		id: integer().primaryKey().default(1),
		/** In base64url, uncompressed. */
		publica: text().notNull(),
		/** Encrypted with a key derived from the shop's secret. */
		privada: text().notNull(),
		created_at: createdAt(),
	},
	(t) => [check('llaves_push_una', sql`${t.id} = 1`)],
)

/** Web Push devices of staff: one row per browser subscription. */
export const suscripcionesPush = pgTable(
	'suscripciones_push',
	{
		id: uuid().primaryKey(),
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		/** The session in which it was last used and with which it ends. Null: that session is deleted. */
		sesion_id: uuid().references(() => sesiones.id, { onDelete: 'set null' }),
		/** The push service's address of the subscription. */
		endpoint: text().notNull().unique('suscripciones_push_endpoint'),
		/** The browser's key and secret in base64url: only it can decrypt notices. */
		p256dh: text().notNull(),
		auth: text().notNull(),
		/** The browser's name. */
		nombre: text().notNull(),
		tipos: text({ enum: alertKinds }).array().notNull(),
		created_at: createdAt(),
		ultimo_ok_at: moment('ultimo_ok_at'),
		ultimo_fallo_at: moment('ultimo_fallo_at'),
	},
	(t) => [index('suscripciones_push_usuario').on(t.usuario_id)],
)

/** Push notices to staff, once per occasion (`clave`). */
export const avisos = pgTable(
	'avisos',
	{
		clave: text().primaryKey(),
		tipo: text({ enum: alertKinds }).notNull(),
		nro_orden: integer(),
		orden_id: uuid().references(() => ordenes.id, { onDelete: 'cascade' }),
		ronda_id: uuid(),
		created_at: createdAt(),
	},
	(t) => [
		index('avisos_creado').on(t.created_at),
		index('avisos_orden').on(t.orden_id),
		...alertKeys.map((keyOf) => keyOf(t)),
	],
)

export type SubscriptionRow = typeof suscripcionesPush.$inferSelect
export type NoticeRow = typeof avisos.$inferSelect
