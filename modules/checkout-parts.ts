import type { Queryable } from '#core/server/db/database.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { readSaleDocument } from '#modules/tax-documents/server/documents.ts'

/** What modules add to the data of the checkout. */
export const ownCheckoutOptions = ({ uf135 }: ShopSettings) => ({ uf_135: uf135 })

/** Reads what modules add to a confirmation. */
export const readConfirmationParts = async (db: Queryable, orderId: string) => ({
	documento: await readSaleDocument(db, orderId),
})
