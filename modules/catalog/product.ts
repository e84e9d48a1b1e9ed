import { type Clp, clp } from '#core/rules/money.ts'

export const sku = 'PREM-SHAKER-650'
export const productName = 'Premium Shaker Electric 650 ML'

/** The cart's price while the server's is unknown. The server prices the order anyway. */
export const fallbackPrice: Clp = clp(30_000)

/** The threshold of a new product unless staff choose another. */
export const defaultLowStockThreshold = 5

export function isLowStock(stock: number, threshold: number): boolean {
	return stock <= threshold
}

/** Whether a change crosses the low-stock threshold. Staff are notified once each time. */
export function crossesThreshold(before: number, after: number, threshold: number): boolean {
	return !isLowStock(before, threshold) && isLowStock(after, threshold)
}

export const stockReasons = ['inicial', 'venta', 'devolucion', 'ajuste'] as const
