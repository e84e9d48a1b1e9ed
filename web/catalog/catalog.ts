import type { CatalogColor } from '#contract/catalog/page-data.ts'
import type { UnitLimits } from '#domain/cart/unit-limits.ts'
import type { Color } from '#domain/catalog/colors.ts'

/** What the page knows of price (pesos) and stock (units) by colour. What is missing is unknown. */
export interface Catalog {
	/** The colours that the shop shows, in their order. */
	readonly colors: readonly Color[]
	readonly prices: Readonly<Record<string, number>>
	readonly stock: Readonly<Record<string, number>>
	/** Stock has been asked for and no answer has come yet. */
	readonly isLoading: boolean
	/** How many units one order may have; undefined where it is not known. */
	readonly limits?: UnitLimits | undefined
}

/** Turns what the server handed in into the page's first knowledge. */
export function catalogFrom(rows: readonly CatalogColor[], limits?: UnitLimits): Catalog {
	const prices: Record<string, number> = {}
	const stock: Record<string, number> = {}
	for (const row of rows) {
		stock[row.color] = row.stock
		if (row.precio !== null) prices[row.color] = row.precio
	}
	return { colors: rows.map(({ color }) => color), prices, stock, isLoading: rows.length === 0, limits }
}
