import { and, desc, eq } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import type { PriceChange } from '#contract/staff/products.ts'
import type { Queryable } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { productos } from '#server/db/tables/catalog.ts'
import { auditoria } from '#server/db/tables/records.ts'

/** Who looks for more finds it in the audit log. */
const mostChanges = 100

/** Every price that a product had, the newest change first. Refuses with `producto_desconocido`. */
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
