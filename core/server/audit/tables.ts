import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { auditEvents, auditKinds } from '#core/rules/audit-actions.ts'
import { createdAt, isOneOf, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#modules/accounts/tables.ts'
import { countedSteps } from '#modules/numbers/funnel.ts'

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

/** Counters of the strict rate limits, shared by every process. `clave` is a hash of accounts and addresses. */
export const limites = pgTable(
	'limites',
	{
		clave: text().primaryKey(),
		cuenta: integer().notNull(),
		hasta: moment('hasta').notNull(),
	},
	(t) => [index('limites_hasta').on(t.hasta)],
)

/** Counts of funnel steps per day in Santiago: the only data about visitors. */
export const pasosPorDia = pgTable(
	'pasos_por_dia',
	{
		dia: date({ mode: 'string' }).notNull(),
		paso: text({ enum: countedSteps }).notNull(),
		cantidad: integer().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.dia, t.paso] }),
		check('pasos_por_dia_paso', isOneOf(t.paso, countedSteps)),
		check('pasos_por_dia_cantidad', sql`${t.cantidad} > 0`),
	],
)
