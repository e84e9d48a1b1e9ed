import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { mailTemplates } from '#core/rules/mails.ts'
import { createdAt, moment } from '#core/server/db/columns.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Outgoing mails, once each: `clave` is unique (order and template, or another name of the occasion). */
export const correos = pgTable(
	'correos',
	{
		id: uuid().primaryKey(),
		clave: text().notNull(),
		plantilla: text({ enum: mailTemplates }).notNull(),
		destinatario: text().notNull(),
		datos: jsonb().notNull(),
		orden_id: uuid().references(() => ordenes.id),
		created_at: createdAt(),
		enviado_at: moment('enviado_at'),
		/** The reported change by staff: the mail is sent a minute later, unless the change is undone. */
		cambio_id: uuid(),
	},
	(t) => [
		uniqueIndex('correos_clave').on(t.clave),
		index('correos_orden').on(t.orden_id),
		index('correos_destinatario').on(t.destinatario, t.created_at),
		index('correos_pendientes').on(t.created_at).where(sql`${t.enviado_at} is null`),
	],
)
