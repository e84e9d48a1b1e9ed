import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '#core/server/db/columns.ts'
import { countedSteps } from '#modules/numbers/funnel.ts'

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
