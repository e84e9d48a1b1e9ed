import { type Clp, clp } from '#domain/money.ts'

export const sku = 'PREM-SHAKER-650'
export const productName = 'Premium Shaker Electric 650 ML'

/** What adding to the cart uses while no price could be read from the server. The order is priced by the server anyway. */
export const fallbackPrice: Clp = clp(30_000)

/** The threshold of a new product unless staff choose another. */
export const defaultLowStockThreshold = 5

export function isLowStock(stock: number, threshold: number): boolean {
	return stock <= threshold
}

/** Stock becomes low by this change: it was not before. Staff are told once each time. */
export function crossesThreshold(before: number, after: number, threshold: number): boolean {
	return !isLowStock(before, threshold) && isLowStock(after, threshold)
}
