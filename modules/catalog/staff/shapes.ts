import { z } from 'zod'
import { limitedInteger, plainText, wholeNumber } from '#core/contract/fields.ts'
import { expectedVersion, listOf, pageQuery, repeated, searchText } from '#core/contract/lists.ts'
import { minReason } from '#core/rules/limits.ts'
import { defaultLowStockThreshold, stockReasons } from '#modules/catalog/product.ts'
import { stockParts } from '#modules/lists/shapes.ts'

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

export const setAllPricesRequest = z.object({ precio: wholeNumber.describe('in CLP, from 1') })

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

/**
 * `cantidad`: units added or, below zero, removed. `visto`: the stock that a count was compared with; the adjustment
 * fails when it has moved since. `nota`: the reason.
 */
export const adjustStockRequest = z.object({
	cantidad: limitedInteger,
	visto: limitedInteger.optional(),
	nota: plainText(300).min(minReason),
	version: expectedVersion,
})
export type AdjustStockRequest = z.output<typeof adjustStockRequest>
export const adjustStockAnswer = staffProduct.extend(repeated)
export type AdjustStockAnswer = z.infer<typeof adjustStockAnswer>

/** One row of the stock ledger. `saldo` is the stock after it. */
export const stockMovement = z.object({
	id: z.int(),
	created_at: z.string(),
	cantidad: z.int(),
	saldo: z.int(),
	motivo: z.enum(stockReasons),
	nota: z.string(),
	orden_id: z.string().nullable(),
	nro_orden: z.int().nullable(),
	usuario: z.string().nullable(),
})
export type StockMovement = z.infer<typeof stockMovement>

const stockOutlook = staffProduct.extend({
	apartadas: z.int().describe('units that orders took out of `stock` and that are not handed over yet'),
	vendidas: z.int().describe('units sold in the period, less those that came back'),
	dias: z.int().describe('length of the period, in days'),
	por_dia: z.number(),
	dias_restantes: z.int().nullable().describe('null: nothing was sold, so it lasts for ever'),
	stock_bajo: z.boolean(),
	pedir_el: z
		.string()
		.nullable()
		.describe('the day to order more, today when it is over; null: too few sales, or no days set'),
	...stockParts,
})
export type StockOutlook = z.infer<typeof stockOutlook>
export const stockOutlookAnswer = listOf(stockOutlook).extend({
	dias_reposicion: z.int().nullable().describe('how long an order of bottles takes; null: not set'),
})
export type StockOutlookAnswer = z.infer<typeof stockOutlookAnswer>
