import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, isOneOf, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { dataRights } from '#modules/privacy/data-requests.ts'

/** Requests about personal data. Once the account is deleted, name, address and texts are empty. */
export const solicitudesDatos = pgTable(
	'solicitudes_datos',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		nombre: text().notNull(),
		email: text().notNull(),
		derecho: text({ enum: dataRights }).notNull(),
		texto: text().notNull(),
		/** Days of Santiago, `YYYY-MM-DD`. */
		recibida: text().notNull(),
		responder_hasta: text().notNull(),
		/** When staff were reminded that the day is near. */
		avisada_at: moment('avisada_at'),
		respondida_at: moment('respondida_at'),
		respondida_por: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		respuesta: text(),
		created_at: createdAt(),
	},
	(t) => [
		index('solicitudes_datos_usuario').on(t.usuario_id),
		index('solicitudes_datos_abiertas').on(t.responder_hasta).where(sql`${t.respondida_at} is null`),
		// The same request while it is open is one request: a form may be sent twice.
		uniqueIndex('solicitudes_datos_repetida')
			.on(t.email, t.derecho, sql`md5(${t.texto})`)
			.where(sql`${t.respondida_at} is null`),
		check('solicitudes_datos_derecho', isOneOf(t.derecho, dataRights)),
	],
)
export type DataRequestRow = typeof solicitudesDatos.$inferSelect
