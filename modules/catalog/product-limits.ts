/** Maximum values of a product's fields, and their names. The price in CLP, the others in units. */
export const productLimits = {
	precio: { max: 10_000_000, what: 'El precio' },
	stock: { max: 1_000_000, what: 'El stock' },
	low_stock_threshold: { max: 1_000_000, what: 'El umbral de stock bajo' },
} as const
