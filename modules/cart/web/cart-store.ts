import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#core/web/session/api.ts'
import { createListeners, onOtherTab, readText, writeText } from '#core/web/ui/store.ts'
import {
	type Cart,
	type CartRefusal,
	cartStorageKey,
	isRefusal,
	readCart,
	repriceCart,
	type StockByColor,
} from '#modules/cart/cart.ts'
import { refreshCart } from '#modules/catalog/endpoints.ts'
import { sku } from '#modules/catalog/product.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'
import { currentCatalog, loadStock, updatePrices } from '#modules/catalog/web/catalog.tsx'

const empty: Cart = []
const listeners = createListeners()
let lastText: string | null = null
let lastCart: Cart = empty

function parse(text: string): Cart {
	try {
		return readCart(JSON.parse(text))
	} catch {
		return empty
	}
}

/** Returns the stored cart. Equal stored text gives the same object, so components compare by identity. */
export function currentCart(): Cart {
	const text = readText(cartStorageKey)
	if (text !== lastText) {
		lastText = text
		lastCart = text === null ? empty : parse(text)
	}
	return lastCart
}

/** Stores the cart and notifies every component, in this tab and others. */
export function saveCart(cart: Cart): void {
	writeText(cartStorageKey, JSON.stringify(cart))
	listeners.notify()
}

/** Applies a change to the stored cart. Returns the reason of a refusal, for the customer, or undefined. */
export function changeCart(change: (cart: Cart) => Cart | CartRefusal): string | undefined {
	const result = change(currentCart())
	if (isRefusal(result)) return result.refused
	saveCart(result)
	return undefined
}

function subscribe(listener: () => void): () => void {
	const stops = [listeners.subscribe(listener), onOtherTab([cartStorageKey], listener)]
	return () => {
		for (const stop of stops) stop()
	}
}

/** Hook for the cart. Empty on the server and until hydration. */
export function useCart(): Cart {
	return useSyncExternalStore(subscribe, currentCart, () => empty)
}

interface Bounds {
	readonly stock: StockByColor | undefined
	readonly limits: UnitLimits | undefined
}

/**
 * Applies a cart change limited by stock and order limits; returns the reason of a refusal. Only a current answer of the
 * server refuses: the page's numbers may be old, and without an answer nothing is limited until the order is placed.
 */
export async function changeWithinStock(
	change: (cart: Cart, bounds: Bounds) => Cart | CartRefusal,
): Promise<string | undefined> {
	const attempt = () => {
		const catalog = currentCatalog()
		return changeCart((cart) => change(cart, { stock: catalog?.stock, limits: catalog?.limits }))
	}
	if (attempt() === undefined) return undefined
	await loadStock()
	return attempt()
}

/** Updates the prices of page and cart. A failure is logged and leaves the known prices. */
export async function refreshPrices(): Promise<void> {
	const colors = currentCatalog()?.colors ?? []
	const others = currentCart().filter((line) => !colors.includes(line.color))
	const items = [...colors.map((color) => ({ sku, color })), ...others.map(({ sku, color }) => ({ sku, color }))]
	const answer = await call(refreshCart, { body: { items } })
	if (!answer.ok) return console.error('prices could not be refreshed', answer.status, answer.code)
	updatePrices(answer.data.items)
	const cart = currentCart()
	const repriced = repriceCart(cart, answer.data.items)
	// A cart emptied meanwhile is not written, because that would count as emptying it again.
	if (repriced.some((line, place) => line !== cart[place])) saveCart(repriced)
}

/** Updates stock and prices from the server, including the cart's prices. */
export async function refreshCatalog(): Promise<void> {
	await Promise.all([loadStock(), refreshPrices()])
}

/** Age in ms after which a returning visitor's data is refreshed. */
const staleMs = 60_000
/** The server-rendered data is fresh, so the first refresh can wait. */
const afterFirstViewMs = 500

/** Refreshes price and stock soon after a selling screen opens, and when its tab becomes visible. */
export function useFreshCatalog(): void {
	useEffect(() => {
		let refreshedAt = 0
		const refresh = () => {
			refreshedAt = Date.now()
			void refreshCatalog()
		}
		const timer = setTimeout(refresh, afterFirstViewMs)
		const onReturn = () => {
			if (!document.hidden && Date.now() - refreshedAt > staleMs) refresh()
		}
		document.addEventListener('visibilitychange', onReturn)
		return () => {
			clearTimeout(timer)
			document.removeEventListener('visibilitychange', onReturn)
		}
	}, [])
}
