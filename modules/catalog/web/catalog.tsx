import {
	createContext,
	type ReactNode,
	startTransition,
	use,
	useEffect,
	useMemo,
	useOptimistic,
	useSyncExternalStore,
} from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '#core/web/session/api.ts'
import { createStore } from '#core/web/ui/store.ts'
import { addressOf, type Color, colorOf, colorSlug } from '#modules/catalog/colors.ts'
import { readAvailability } from '#modules/catalog/endpoints.ts'
import { sku } from '#modules/catalog/product.ts'
import type { CatalogColor, PageData } from '#modules/catalog/shapes.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'

/** Price (CLP) and stock (units) by colour. Missing entries are unknown. */
interface Catalog {
	readonly colors: readonly Color[]
	readonly prices: Readonly<Record<string, number>>
	readonly stock: Readonly<Record<string, number>>
	readonly isLoading: boolean
	/** Maximum units of one order; undefined when unknown. */
	readonly limits?: UnitLimits | undefined
}

function catalogFrom(rows: readonly CatalogColor[], limits?: UnitLimits): Catalog {
	const prices: Record<string, number> = {}
	const stock: Record<string, number> = {}
	for (const row of rows) {
		stock[row.color] = row.stock
		if (row.precio !== null) prices[row.color] = row.precio
	}
	return { colors: rows.map(({ color }) => color), prices, stock, isLoading: rows.length === 0, limits }
}

export const pageDataId = 'datos'

interface KnownData extends PageData {
	readonly firstCatalog: Catalog
}

const Data = createContext<KnownData | undefined>(undefined)

/** Provides the page's data, on the server and in the browser. */
export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
	const known = useMemo(() => ({ ...data, firstCatalog: catalogFrom(data.colores, data.limites) }), [data])
	return <Data value={known}>{children}</Data>
}

/** Returns the server-rendered page data. @throws outside of PageDataProvider. */
export function usePageData(): KnownData {
	const data = use(Data)
	if (!data) throw new Error('usePageData is used outside of PageDataProvider')
	return data
}

export const useColors = (): readonly Color[] => usePageData().firstCatalog.colors

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

/**
 * Hook for the colour in the URL and its setter, which adds no history entry. The new colour renders immediately; the URL
 * follows.
 */
export function useSelectedColor(): readonly [Color, (color: Color) => void] {
	const colors = useColors()
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const [shown, show] = useOptimistic(colorOf(search, colors))
	const select = (color: Color) =>
		startTransition(() => {
			show(color)
			void navigate(addressOf(color), { replace: true, preventScrollReset: true })
		})
	return [shown, select]
}

/** Sets the page's colour theme, and removes it when Home is left. */
export function usePageColor(color: Color): void {
	useEffect(() => {
		document.documentElement.dataset.color = colorSlug(color)
		return () => {
			delete document.documentElement.dataset.color
		}
	}, [color])
}
