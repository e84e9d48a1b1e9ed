import { useEffect } from 'react'
import { call } from '#core/web/session/api.ts'
import { repriceCart } from '#modules/cart/cart.ts'
import { currentCart, saveCart } from '#modules/cart/web/cart-store.ts'
import { refreshCart } from '#modules/catalog/endpoints.ts'
import { sku } from '#modules/catalog/product.ts'
import { currentCatalog, loadStock, updatePrices } from '#modules/catalog/web/catalog-store.ts'

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
