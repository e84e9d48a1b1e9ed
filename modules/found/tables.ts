import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '#core/server/db/columns.ts'
import { grades, speeds } from '#modules/found/speed.ts'

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

/** Visits per day in Santiago, by how fast their page was. */
export const velocidadPorDia = pgTable(
	'velocidad_por_dia',
	{
		dia: date({ mode: 'string' }).notNull(),
		medida: text({ enum: speeds }).notNull(),
		nota: text({ enum: grades }).notNull(),
		cantidad: integer().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.dia, t.medida, t.nota] }),
		check('velocidad_por_dia_medida', isOneOf(t.medida, speeds)),
		check('velocidad_por_dia_nota', isOneOf(t.nota, grades)),
		check('velocidad_por_dia_cantidad', sql`${t.cantidad} > 0`),
	],
)
