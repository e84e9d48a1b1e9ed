import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, isOneOf } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { stockReasons } from '#modules/catalog/product.ts'
import { productos } from '#modules/catalog/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** The stock ledger: a product's stock is always the sum of its rows here. */
export const movimientosStock = pgTable(
	'movimientos_stock',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		producto_id: integer()
			.notNull()
			.references(() => productos.id),
		cantidad: integer().notNull(),
		motivo: text({ enum: stockReasons }).notNull(),
		orden_id: uuid().references(() => ordenes.id),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		nota: text().notNull().default(''),
		/** The Idempotency-Key of an adjustment: the same one sent twice moves stock once. */
		clave: text(),
		created_at: createdAt(),
	},
	(t) => [
		// With the units, so that any row's balance is an index-only scan.
		index('movimientos_producto').on(t.producto_id, t.id, t.cantidad),
		index('movimientos_created').on(t.created_at),
		uniqueIndex('movimientos_clave').on(t.clave).where(sql`${t.clave} is not null`),
		index('movimientos_orden').on(t.orden_id),
		check('movimientos_cantidad', sql`${t.cantidad} <> 0`),
		check('movimientos_motivo', isOneOf(t.motivo, stockReasons)),
	],
)
