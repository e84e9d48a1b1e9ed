import { and, desc, eq, gt } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { secondsAfter } from '#core/rules/lifetimes.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { PriceChange } from '#modules/catalog/shapes/products.ts'
import { productos } from '#modules/catalog/tables.ts'

/** Older changes are in the audit log. */
const mostChanges = 100

/** The highest price of a product within a day; 0 without a change. Steps count together. */
export async function highestPriceOfDay(db: Queryable, productId: number, now: Date): Promise<number> {
	const { tipo, ref, campo, antes, created_at } = auditoria
	const isOfProduct = and(eq(tipo, 'producto'), eq(ref, String(productId)), eq(campo, 'precio'))
	const rows = await db
		.select({ antes })
		.from(auditoria)
		.where(and(isOfProduct, gt(created_at, secondsAfter(now, -86_400))))
	return Math.max(0, ...rows.map((row) => Number(row.antes)))
}

/** Returns the prices of a product, the newest change first. Fails with `producto_desconocido`. */
export async function listPrices(
	db: Queryable,
	productId: number,
): Promise<{ results: PriceChange[]; count: number } | Failure> {
	const [product] = await db.select({ id: productos.id }).from(productos).where(eq(productos.id, productId))
	if (!product) return fail('producto_desconocido')
	const { id, tipo, ref, campo, antes, despues, created_at, usuario_id } = auditoria
	const rows = await db
		.select({ id, antes, despues, created_at, usuario: usuarios.email })
		.from(auditoria)
		.leftJoin(usuarios, eq(usuarios.id, usuario_id))
		.where(and(eq(tipo, 'producto'), eq(ref, String(productId)), eq(campo, 'precio')))
		.orderBy(desc(id))
		.limit(mostChanges)
	const results = rows.map((row) => ({
		id: row.id,
		created_at: row.created_at.toISOString(),
		antes: Number(row.antes),
		despues: Number(row.despues),
		usuario: row.usuario,
	}))
	return { results, count: results.length }
}
