import { useEffect } from 'react'
import { refreshCart } from '#contract/catalog/endpoints.ts'
import { repriceCart } from '#domain/cart/cart.ts'
import { sku } from '#domain/catalog/product.ts'
import { currentCart, saveCart } from '#web/cart/cart-store.ts'
import { currentCatalog, loadStock, updatePrices } from '#web/catalog/catalog-store.ts'
import { call } from '#web/session/api.ts'

/** Asks for today's prices and puts them into the page and the cart. A failure is logged: prices stay as they are known. */
export async function refreshPrices(): Promise<void> {
	const colors = currentCatalog()?.colors ?? []
	const others = currentCart().filter((line) => !colors.includes(line.color))
	const items = [...colors.map((color) => ({ sku, color })), ...others.map(({ sku, color }) => ({ sku, color }))]
	const answer = await call(refreshCart, { body: { items } })
	if (!answer.ok) return console.error('prices could not be refreshed', answer.status, answer.code)
	updatePrices(answer.data.items)
	const cart = currentCart()
	const repriced = repriceCart(cart, answer.data.items)
	// A cart that was emptied meanwhile is not written: that would look like emptying it once more.
	if (repriced.some((line, place) => line !== cart[place])) saveCart(repriced)
}

/** Asks the server for today's stock and prices; the cart takes the prices too. */
export async function refreshCatalog(): Promise<void> {
	await Promise.all([loadStock(), refreshPrices()])
}

/** What is older than this is asked for again when the shopper comes back to the tab. */
const staleMs = 60_000
/** The server handed in what was true a moment ago, so the first view need not wait for it. */
const afterFirstViewMs = 500

/** Keeps price and stock true while a screen that sells is open: soon after it opens, and whenever its tab is looked at again. */
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
