import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { usuarios } from '#core/server/users/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { saleWays } from '#modules/staff-sales/staff-sales.ts'

/** Orders that staff entered. */
export const ventasEquipo = pgTable('ventas_equipo', {
	orden_id: uuid()
		.primaryKey()
		.references(() => ordenes.id, { onDelete: 'cascade' }),
	usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
	forma: text({ enum: saleWays }).notNull(),
})
