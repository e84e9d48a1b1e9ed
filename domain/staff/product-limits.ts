import { isLowStock } from '#domain/catalog/product.ts'

/** What a product's numbers may be at most, and what they are called. The price in pesos, the others in units. */
export const productLimits = {
	precio: { max: 10_000_000, what: 'El precio' },
	stock: { max: 1_000_000, what: 'El stock' },
	low_stock_threshold: { max: 1_000_000, what: 'El umbral de stock bajo' },
} as const

/** Stock becomes low by this change: it was not before. Staff are told once each time. */
export function crossesThreshold(before: number, after: number, threshold: number): boolean {
	return !isLowStock(before, threshold) && isLowStock(after, threshold)
}
