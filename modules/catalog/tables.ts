import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#core/server/db/columns.ts'

/** One row per sku and colour. A deleted product's row stays for the ledger and old orders. */
export const productos = pgTable(
	'productos',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		nombre: text().notNull(),
		sku: text().notNull(),
		color: text().notNull().default(''),
		precio: integer().notNull(),
		stock: integer().notNull().default(0),
		low_stock_threshold: integer().notNull().default(5),
		version: integer().notNull().default(1),
		deleted_at: moment('deleted_at'),
		created_at: createdAt(),
	},
	(t) => [
		uniqueIndex('productos_sku_color').on(t.sku, t.color).where(sql`${t.deleted_at} is null`),
		check('productos_stock', sql`${t.stock} >= 0`),
		check('productos_precio', sql`${t.precio} >= 0`),
		check('productos_threshold', sql`${t.low_stock_threshold} >= 0`),
	],
)

export type ProductRow = typeof productos.$inferSelect

/** Photo and swatch of a colour set by staff. The built-in four have a row only with a photo. */
export const colores = pgTable(
	'colores',
	{
		color: text().primaryKey(),
		slug: text().notNull().unique(),
		muestra: text(),
		/** The hash in the addresses of the photo's files. */
		foto: text(),
		created_at: createdAt(),
	},
	(t) => [check('colores_muestra', sql`${t.muestra} ~ '^#[0-9a-f]{6}$'`)],
)
