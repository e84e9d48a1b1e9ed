import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { failureCodes } from '#contract/failure.ts'
import { securityEventKinds } from '#domain/security/security-events.ts'
import { moment } from '#server/db/tables/columns.ts'

/** The trail of security: equal events of a minute are one row. No foreign keys, whose locks could hold up a login. */
export const eventosSeguridad = pgTable(
	'eventos_seguridad',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		/** Keyed hash of the minute and of all that makes two events equal. */
		clave: text().notNull().unique('eventos_seguridad_clave'),
		tipo: text({ enum: securityEventKinds }).notNull(),
		/** Whose account it is about; null: none that exists, or one that was deleted. */
		usuario_id: integer(),
		/** Who did it, where that is somebody else. */
		por_id: integer(),
		/** Pseudonym of the network (a keyed hash); null: a command of the operator, or an account that was deleted. */
		red: text(),
		codigo: text({ enum: failureCodes }),
		/** What the shop's own code says of it: a call, a file, a flag. Never what somebody typed. */
		detalle: text(),
		veces: integer().notNull(),
		created_at: moment('created_at').notNull(),
		/** When the last of these events came. */
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
