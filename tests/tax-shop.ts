import { modules } from '#modules/lists/index.ts'
import { taxDocuments } from '#modules/tax-documents/server/module.ts'
import { openTaxSetup } from '#modules/tax-documents/server/open-tax-documents.ts'
import type { TaxDocuments, TaxSetup } from '#modules/tax-documents/server/tax-documents-port.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'

export interface TaxShop extends TestShop {
	readonly tax: TaxSetup | undefined
}

type Open = NonNullable<Parameters<typeof taxDocuments>[0]>
type Options = NonNullable<Parameters<typeof openTestShop>[0]>

/** The options of a shop whose provider of tax documents `open` opens. */
export function withTax(open: Open, { variables }: Pick<Options, 'variables'> = {}): Options {
	const module = taxDocuments(open)
	return {
		variables: { TAX_DOCUMENTS: 'openfactura', ...variables },
		modules: modules.map((one) => (one.name === module.name ? module : one)),
	}
}

/** Opens a shop that emits tax documents with `provider`, by default its simulator over HTTP. */
export async function openTaxShop({
	provider,
	...options
}: Options & { readonly provider?: TaxDocuments } = {}): Promise<TaxShop> {
	let tax: TaxSetup | undefined
	const open: Open = (needs) => {
		tax = provider ? { provider, pauseMs: 0 } : openTaxSetup(needs, 1000)
		return tax
	}
	const shop = await openTestShop({ ...options, ...withTax(open, options) })
	return { ...shop, tax }
}
