import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { auditEvents, auditKinds } from '#domain/staff/audit-actions.ts'
import { countedSteps } from '#domain/staff/funnel.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { createdAt, isOneOf, moment } from '#server/db/tables/columns.ts'

/** Who did what, when, before and after. `usuario_id` null: the shop itself (a gateway, a job). */
export const auditoria = pgTable(
	'auditoria',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		tipo: text({ enum: auditKinds }).notNull(),
		ref: text().notNull(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		accion: text({ enum: auditEvents }).notNull(),
		campo: text(),
		/** What else there is to say: a reason, a file's or queue's name, a refund's id. */
		detalle: text(),
		antes: text(),
		despues: text(),
		/** Names what is written once, however often it is sent. */
		clave: text().unique('auditoria_clave'),
		created_at: createdAt(),
	},
	(t) => [index('auditoria_ref').on(t.tipo, t.ref, t.id), check('auditoria_tipo', isOneOf(t.tipo, auditKinds))],
)

/** Counters of the strict rate limits, shared by every process. `clave` names no person: accounts and addresses are hashed. */
export const limites = pgTable(
	'limites',
	{
		clave: text().primaryKey(),
		cuenta: integer().notNull(),
		hasta: moment('hasta').notNull(),
	},
	(t) => [index('limites_hasta').on(t.hasta)],
)

/** How often a step towards an order was taken on a day in Santiago: all that the shop knows of its visitors. */
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
