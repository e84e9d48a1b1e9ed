import { useEffect, useSyncExternalStore } from 'react'
import type { RefreshCartAnswer } from '#contract/cart/refresh-cart.ts'
import type { AvailabilityAnswer } from '#contract/catalog/availability.ts'
import type { CatalogColor } from '#contract/catalog/page-data.ts'
import { repriceCart } from '#domain/cart/cart.ts'
import type { UnitLimits } from '#domain/cart/unit-limits.ts'
import { colors } from '#domain/catalog/colors.ts'
import { sku } from '#domain/catalog/product.ts'
import { currentCart, saveCart } from '#web/cart/cart-store.ts'
import { type Catalog, catalogFrom } from '#web/catalog/catalog.ts'
import { usePageData } from '#web/catalog/page-data.tsx'
import { callApi } from '#web/session/api.ts'

let catalog: Catalog | undefined
const listeners = new Set<() => void>()

/** Takes what the server handed in as the page's knowledge; called once, before the page comes alive. */
export function startCatalog(rows: readonly CatalogColor[], limits?: UnitLimits): void {
	catalog = catalogFrom(rows, limits)
}

function set(change: Partial<Catalog>): void {
	catalog = { prices: {}, stock: {}, isLoading: false, ...catalog, ...change }
	for (const listener of listeners) listener()
}

async function loadStock(): Promise<void> {
	const answer = await callApi<AvailabilityAnswer>(`/api/products/${sku}/availability`)
	if (answer.ok) return set({ stock: answer.data.stock, limits: answer.data.limites, isLoading: false })
	console.error('stock could not be loaded', answer.status, answer.code)
	// What is not known has no limit in the page; the server refuses what is not there.
	set({ stock: {}, isLoading: false })
}

async function loadPrices(): Promise<void> {
	const items = colors.map((color) => ({ sku, color }))
	const answer = await callApi<RefreshCartAnswer>('/api/cart/refresh/', { method: 'POST', body: { items } })
	if (!answer.ok) return console.error('prices could not be refreshed', answer.status, answer.code)
	const { items: priced } = answer.data
	set({ prices: Object.fromEntries(priced.map((item) => [item.color, item.precio])) })
	const cart = currentCart()
	const repriced = repriceCart(cart, priced)
	if (repriced.some((line, place) => line !== cart[place])) saveCart(repriced)
}

/** Asks the server for today's stock and prices; the cart takes the prices too. A failure is logged: prices stay as they are known, and stock is unknown. */
export async function refreshCatalog(): Promise<void> {
	await Promise.all([loadStock(), loadPrices()])
}

/** What is older than this is asked for again when the shopper comes back to the tab. */
const staleMs = 60_000
/** The server handed in what was true a moment ago, so the first view need not wait for it. */
const afterFirstViewMs = 500

/** Keeps price and stock true while a screen that sells is open: soon after it opens, and whenever its tab is looked at again. */
export function useFreshCatalog(): void {
	useEffect(() => {
		let askedAt = 0
		const ask = () => {
			askedAt = Date.now()
			void refreshCatalog()
		}
		const timer = setTimeout(ask, afterFirstViewMs)
		const onReturn = () => {
			if (!document.hidden && Date.now() - askedAt > staleMs) ask()
		}
		document.addEventListener('visibilitychange', onReturn)
		return () => {
			clearTimeout(timer)
			document.removeEventListener('visibilitychange', onReturn)
		}
	}, [])
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** What the page knows by now; undefined before it is alive. */
export function currentCatalog(): Catalog | undefined {
	return catalog
}

/** Price and stock by colour, true at first paint from what the server handed in, and fresh after every refresh. */
export function useCatalog(): Catalog {
	const { firstCatalog } = usePageData()
	const snapshot = () => currentCatalog() ?? firstCatalog
	return useSyncExternalStore(subscribe, snapshot, () => firstCatalog)
}
