import type { Color } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes/page-data.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'

/** Price (CLP) and stock (units) by colour. Missing entries are unknown. */
export interface Catalog {
	/** The listed colours in order. */
	readonly colors: readonly Color[]
	readonly prices: Readonly<Record<string, number>>
	readonly stock: Readonly<Record<string, number>>
	/** The stock request is pending. */
	readonly isLoading: boolean
	/** Maximum units of one order; undefined when unknown. */
	readonly limits?: UnitLimits | undefined
}

/** Converts the server-rendered data into the initial catalog. */
export function catalogFrom(rows: readonly CatalogColor[], limits?: UnitLimits): Catalog {
	const prices: Record<string, number> = {}
	const stock: Record<string, number> = {}
	for (const row of rows) {
		stock[row.color] = row.stock
		if (row.precio !== null) prices[row.color] = row.precio
	}
	return { colors: rows.map(({ color }) => color), prices, stock, isLoading: rows.length === 0, limits }
}
