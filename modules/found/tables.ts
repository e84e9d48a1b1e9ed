import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Orders placed in the checkout per day in Santiago, by the source of their visit: no order or person is named. */
export const fuentesPorDia = pgTable(
	'fuentes_por_dia',
	{
		dia: date({ mode: 'string' }).notNull(),
		/** `utm_source`, normalised; '' without any. */
		fuente: text().notNull(),
		ordenes: integer().notNull(),
		/** CLP. */
		total: bigint({ mode: 'number' }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.dia, t.fuente] }), check('fuentes_por_dia_ordenes', sql`${t.ordenes} > 0`)],
)
