import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { auditEvents, auditKinds } from '#core/rules/audit-actions.ts'
import { createdAt, isOneOf } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'

/** Account, change, time, values before and after. `usuario_id` null: the shop itself (a gateway, a job). */
export const auditoria = pgTable(
	'auditoria',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		tipo: text({ enum: auditKinds }).notNull(),
		ref: text().notNull(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		accion: text({ enum: auditEvents }).notNull(),
		campo: text(),
		/** A further detail: a reason, the name of a file or queue, a refund's id. */
		detalle: text(),
		antes: text(),
		despues: text(),
		/** The idempotency key of a row. */
		clave: text().unique('auditoria_clave'),
		created_at: createdAt(),
	},
	(t) => [index('auditoria_ref').on(t.tipo, t.ref, t.id), check('auditoria_tipo', isOneOf(t.tipo, auditKinds))],
)
