import { asc, eq } from 'drizzle-orm'
import { documentosTributarios } from '#server/db/tables/tax-documents.ts'
import type { TestShop } from '#tests/open-shop.ts'

/** The tax documents of an order, in the order in which they follow each other. */
export async function documentsOf(shop: Pick<TestShop, 'database'>, orden_id: string) {
	return await shop.database.db
		.select()
		.from(documentosTributarios)
		.where(eq(documentosTributarios.orden_id, orden_id))
		.orderBy(asc(documentosTributarios.secuencia), asc(documentosTributarios.tipo))
}
