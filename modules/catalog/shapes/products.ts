import { z } from 'zod'
import { wholeNumber } from '#core/contract/column-types.ts'
import { listOf, pageQuery, searchText } from '#core/contract/lists.ts'
import { plainText } from '#core/contract/plain-text.ts'
import { defaultLowStockThreshold } from '#modules/catalog/product.ts'

/** `q` is searched in name, sku and colour. */
export const listProductsQuery = pageQuery.extend({ q: searchText })
export type ListProductsQuery = z.output<typeof listProductsQuery>

/** A product in the panel's list: one row per sku and colour. */
export const staffProduct = z.object({
	id: z.int(),
	nombre: z.string(),
	sku: z.string(),
	color: z.string(),
	precio: z.int(),
	stock: z.int(),
	low_stock_threshold: z.int(),
	version: z.int(),
})
export type StaffProduct = z.infer<typeof staffProduct>

export const listProductsAnswer = listOf(staffProduct)

/** Empty numbers count as 0. */
export const createProductRequest = z.object({
	nombre: plainText(200).default(''),
	sku: plainText(100).default(''),
	color: plainText(100).nullish(),
	precio: wholeNumber.default(0),
	stock: wholeNumber.default(0),
	low_stock_threshold: wholeNumber.default(defaultLowStockThreshold),
})
export type CreateProductRequest = z.output<typeof createProductRequest>

/** One price change of a product, in CLP. */
const priceChange = z.object({
	id: z.int(),
	created_at: z.iso.datetime(),
	antes: z.int(),
	despues: z.int(),
	/** The account; null: deleted. */
	usuario: z.string().nullable(),
})
export type PriceChange = z.infer<typeof priceChange>
export const listPricesAnswer = listOf(priceChange)
