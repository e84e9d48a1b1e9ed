import { asc, inArray } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { ordenLineas } from '#modules/orders/tables.ts'

const { orden_id, nombre, sku, color, precio, cantidad, imagen } = ordenLineas

/** Reads the lines of orders in one query, grouped by order, as customer and staff see them. */
export async function readLines(db: Queryable, ids: readonly string[]) {
	const rows = await db
		.select({ orden_id, line: { nombre, sku, color, precio, cantidad, imagen } })
		.from(ordenLineas)
		.where(inArray(orden_id, [...ids]))
		.orderBy(asc(orden_id), asc(ordenLineas.posicion))
	const byOrder = Map.groupBy(rows, (row) => row.orden_id)
	return (id: string) => (byOrder.get(id) ?? []).map(({ line }) => line)
}
