import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#core/server/db/columns.ts'

/** Who waits for a colour without stock, with the proof of the consent. A row is deleted with its notice. */
export const avisosStock = pgTable(
	'avisos_stock',
	{
		id: uuid().primaryKey(),
		correo: text().notNull(),
		color: text().notNull(),
		/** What the person agreed to, word for word, and its version. */
		consentimiento: text().notNull(),
		consentimiento_version: text().notNull(),
		pedido_at: moment('pedido_at').notNull(),
		/** When the mailed link was confirmed; null: the address gets no notice. */
		confirmado_at: moment('confirmado_at'),
	},
	(t) => [
		uniqueIndex('avisos_stock_correo_color').on(t.correo, t.color),
		index('avisos_stock_pedido').on(t.color, t.pedido_at),
	],
)
