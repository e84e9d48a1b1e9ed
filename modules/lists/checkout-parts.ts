import type { z } from 'zod'
import type { Queryable } from '#core/server/db/database.ts'
import type { checkoutOptionParts, confirmationParts } from '#modules/lists/shapes.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { readSaleDocument } from '#modules/tax-documents/server/documents.ts'
import { uf135Of } from '#modules/tax-documents/server/tax-variables.ts'

type Values<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>
type CheckoutValues = Values<typeof checkoutOptionParts>
type ConfirmationValues = Values<typeof confirmationParts>

/** What modules add to the data of the checkout, by its fields. */
const checkoutReaders: { readonly [Name in keyof CheckoutValues]: (settings: ShopSettings) => CheckoutValues[Name] } = {
	uf_135: uf135Of,
}

/** What modules add to a confirmation, by its fields. */
const confirmationReaders: {
	readonly [Name in keyof ConfirmationValues]: (db: Queryable, orderId: string) => Promise<ConfirmationValues[Name]>
} = { documento: readSaleDocument }

export function readCheckoutParts(settings: ShopSettings): CheckoutValues {
	const read = Object.entries(checkoutReaders).map(([name, of]) => [name, of(settings)] as const)
	return Object.fromEntries(read) as CheckoutValues
}

export async function readConfirmationParts(db: Queryable, orderId: string): Promise<ConfirmationValues> {
	const read = Object.entries(confirmationReaders).map(async ([name, of]) => [name, await of(db, orderId)] as const)
	return Object.fromEntries(await Promise.all(read)) as ConfirmationValues
}
