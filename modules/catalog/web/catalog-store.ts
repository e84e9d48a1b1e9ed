import { useSyncExternalStore } from 'react'
import { call } from '#core/web/session/api.ts'
import { createStore } from '#core/web/ui/store.ts'
import { readAvailability } from '#modules/catalog/endpoints.ts'
import { sku } from '#modules/catalog/product.ts'
import type { CatalogColor } from '#modules/catalog/shapes/page-data.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'
import { type Catalog, catalogFrom } from '#modules/catalog/web/catalog.ts'
import { usePageData } from '#modules/catalog/web/page-data.tsx'

const store = createStore<Catalog | undefined>(undefined)

/** Sets the server-rendered data; called once, before hydration. */
export function startCatalog(rows: readonly CatalogColor[], limits?: UnitLimits): void {
	store.set(catalogFrom(rows, limits))
}

function set(change: Partial<Catalog>): void {
	store.set({ colors: [], prices: {}, stock: {}, isLoading: false, ...store.get(), ...change })
}

/** Sets prices from the server, in CLP. */
export function updatePrices(items: readonly { readonly color: string; readonly precio: number }[]): void {
	set({ prices: Object.fromEntries(items.map((item) => [item.color, item.precio])) })
}

/** Reads the stock from the server. After a failure, which is logged, it is unknown. */
export async function loadStock(): Promise<void> {
	const answer = await call(readAvailability, { params: { sku } })
	if (answer.ok) return set({ stock: answer.data.stock, limits: answer.data.limites, isLoading: false })
	console.error('stock could not be loaded', answer.status, answer.code)
	// Unknown stock has no limit in the page; the server rejects the order.
	set({ stock: {}, isLoading: false })
}

/** Returns the current catalog; undefined before hydration. */
export const currentCatalog = (): Catalog | undefined => store.get()

/** Hook for price and stock by colour: server-rendered at first, then refreshed. */
export function useCatalog(): Catalog {
	const { firstCatalog } = usePageData()
	const snapshot = () => currentCatalog() ?? firstCatalog
	return useSyncExternalStore(store.subscribe, snapshot, () => firstCatalog)
}
