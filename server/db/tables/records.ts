import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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

/**
 * What was sold, placed, paid and documented on a day in Santiago, added up: the numbers of a year are read from its days. A
 * derived table: a day without a row, or with one in `dias_cambiados`, is added up from the orders.
 */
export const sumasPorDia = pgTable('sumas_por_dia', {
	dia: date({ mode: 'string' }).primaryKey(),
	/** `DaySums` (server/staff/numbers/day-sums.ts). */
	sumas: jsonb().notNull(),
})

/**
 * Days whose orders, payments or documents were written since they were added up. The database's own triggers note them
 * (migration 0034), so that no write can be forgotten; many rows of one day stand beside each other, so that no order waits for
 * another.
 */
export const diasCambiados = pgTable('dias_cambiados', { dia: date({ mode: 'string' }).notNull() }, (t) => [
	index('dias_cambiados_dia').on(t.dia),
])
