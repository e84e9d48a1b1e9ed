import { useSyncExternalStore } from 'react'
import { readAvailability } from '#contract/catalog/endpoints.ts'
import type { CatalogColor } from '#contract/catalog/page-data.ts'
import type { UnitLimits } from '#domain/cart/unit-limits.ts'
import { sku } from '#domain/catalog/product.ts'
import { type Catalog, catalogFrom } from '#web/catalog/catalog.ts'
import { usePageData } from '#web/catalog/page-data.tsx'
import { call } from '#web/session/api.ts'
import { createStore } from '#web/ui/store.ts'

const store = createStore<Catalog | undefined>(undefined)

/** Takes what the server handed in as the page's knowledge; called once, before the page is hydrated. */
export function startCatalog(rows: readonly CatalogColor[], limits?: UnitLimits): void {
	store.set(catalogFrom(rows, limits))
}

function set(change: Partial<Catalog>): void {
	store.set({ colors: [], prices: {}, stock: {}, isLoading: false, ...store.get(), ...change })
}

/** Takes the prices that the server has just told, in pesos. */
export function updatePrices(items: readonly { readonly color: string; readonly precio: number }[]): void {
	set({ prices: Object.fromEntries(items.map((item) => [item.color, item.precio])) })
}

/** Asks the server for today's stock. After a failure, which is logged, it is unknown. */
export async function loadStock(): Promise<void> {
	const answer = await call(readAvailability, { params: { sku } })
	if (answer.ok) return set({ stock: answer.data.stock, limits: answer.data.limites, isLoading: false })
	console.error('stock could not be loaded', answer.status, answer.code)
	// What is not known has no limit in the page; the server refuses what is not there.
	set({ stock: {}, isLoading: false })
}

/** What the page knows by now; undefined before it is hydrated. */
export const currentCatalog = (): Catalog | undefined => store.get()

/** Price and stock by colour, true at first paint from what the server handed in, and fresh after every refresh. */
export function useCatalog(): Catalog {
	const { firstCatalog } = usePageData()
	const snapshot = () => currentCatalog() ?? firstCatalog
	return useSyncExternalStore(store.subscribe, snapshot, () => firstCatalog)
}
