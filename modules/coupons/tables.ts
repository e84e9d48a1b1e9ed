import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { couponKinds } from '#modules/orders/coupon.ts'

/** Discount codes created by staff, without the environment's code. */
export const cupones = pgTable(
	'cupones',
	{
		codigo: text().primaryKey(),
		tipo: text({ enum: couponKinds }).notNull(),
		/** CLP, or percent. */
		valor: integer().notNull(),
		minimo: integer().notNull().default(0),
		/** Days of Santiago, `YYYY-MM-DD`. */
		desde: text(),
		hasta: text(),
		usos: integer(),
		usos_cliente: integer(),
		solo_primera: boolean().notNull().default(false),
		activo: boolean().notNull().default(true),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		created_at: createdAt(),
	},
	(t) => [
		check('cupones_codigo', sql`${t.codigo} = upper(${t.codigo})`),
		check('cupones_valor', sql`${t.valor} > 0 and (${t.tipo} = 'monto' or ${t.valor} <= 100)`),
	],
)
