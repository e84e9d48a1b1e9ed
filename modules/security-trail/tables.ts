import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { failureCodes } from '#core/contract/failure.ts'
import { securityEventKinds } from '#core/rules/audit-actions.ts'
import { moment } from '#core/server/db/columns.ts'

/** The security trail: equal events of a minute are one row. No foreign keys, whose locks could delay a login. */
export const eventosSeguridad = pgTable(
	'eventos_seguridad',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		/** Keyed hash of the minute and of all fields that make two events equal. */
		clave: text().notNull().unique('eventos_seguridad_clave'),
		tipo: text({ enum: securityEventKinds }).notNull(),
		/** The account of the event; null: unknown or deleted. */
		usuario_id: integer(),
		/** The acting account, where it is another one. */
		por_id: integer(),
		/** Pseudonym of the network (a keyed hash); null: an operator's command, or a deleted account. */
		red: text(),
		codigo: text({ enum: failureCodes }),
		/** A detail by the shop's own code: a call, a file, a flag. Never typed text. */
		detalle: text(),
		veces: integer().notNull(),
		created_at: moment('created_at').notNull(),
		/** The time of the last of these events. */
		ultima_at: moment('ultima_at').notNull(),
	},
	(t) => [
		index('eventos_seguridad_fecha').on(t.created_at, t.id),
		index('eventos_seguridad_tipo').on(t.tipo, t.created_at, t.id),
		index('eventos_seguridad_usuario').on(t.usuario_id, t.created_at, t.id),
		index('eventos_seguridad_por').on(t.por_id).where(sql`${t.por_id} is not null`),
		index('eventos_seguridad_red').on(t.red, t.created_at, t.id),
		check('eventos_seguridad_veces', sql`${t.veces} > 0`),
	],
)
