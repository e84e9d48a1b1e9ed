import { and, asc, eq } from 'drizzle-orm'
import { correos } from '#modules/orders/tables.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import type { TestShop } from '#tests/open-shop.ts'

type TestDatabase = Pick<TestShop, 'database'>

/** Returns the tax documents of an order, oldest first. */
export async function documentsOf(shop: TestDatabase, orden_id: string) {
	return await shop.database.db
		.select()
		.from(documentosTributarios)
		.where(eq(documentosTributarios.orden_id, orden_id))
		.orderBy(asc(documentosTributarios.secuencia), asc(documentosTributarios.tipo))
}

/** Returns kind, state and amount of each tax document of an order. */
export const documentFacts = async (shop: TestDatabase, orden_id: string) =>
	(await documentsOf(shop, orden_id)).map(({ tipo, estado, monto }) => [tipo, estado, monto])

/** Returns the texts of the mails with a tax document of an order. */
export const documentMails = (shop: TestDatabase, orden_id: string) =>
	shop.database.db
		.select({ datos: correos.datos })
		.from(correos)
		.where(and(eq(correos.orden_id, orden_id), eq(correos.plantilla, 'documento_emitido')))
