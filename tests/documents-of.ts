import { and, asc, eq } from 'drizzle-orm'
import { correos } from '#server/db/tables/mail.ts'
import { documentosTributarios } from '#server/db/tables/tax-documents.ts'
import type { TestShop } from '#tests/open-shop.ts'

type TestDatabase = Pick<TestShop, 'database'>

/** The tax documents of an order, in the order in which they follow each other. */
export async function documentsOf(shop: TestDatabase, orden_id: string) {
	return await shop.database.db
		.select()
		.from(documentosTributarios)
		.where(eq(documentosTributarios.orden_id, orden_id))
		.orderBy(asc(documentosTributarios.secuencia), asc(documentosTributarios.tipo))
}

/** Kind, state and amount of each tax document of an order. */
export const documentFacts = async (shop: TestDatabase, orden_id: string) =>
	(await documentsOf(shop, orden_id)).map(({ tipo, estado, monto }) => [tipo, estado, monto])

/** What the mails with a tax document of an order say. */
export const documentMails = (shop: TestDatabase, orden_id: string) =>
	shop.database.db
		.select({ datos: correos.datos })
		.from(correos)
		.where(and(eq(correos.orden_id, orden_id), eq(correos.plantilla, 'documento_emitido')))
