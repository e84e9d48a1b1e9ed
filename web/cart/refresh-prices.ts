import type { RefreshCartAnswer } from '#contract/cart/refresh-cart.ts'
import { repriceCart } from '#domain/cart/cart.ts'
import { changeCart, currentCart } from '#web/cart/cart-store.ts'
import { callApi } from '#web/session/api.ts'

/** Puts today's prices into the cart, before anybody decides by them. A failure is logged and leaves those that it has. */
export async function refreshPrices(): Promise<void> {
	const items = currentCart().map(({ sku, color }) => ({ sku, color }))
	if (items.length === 0) return
	const answer = await callApi<RefreshCartAnswer>('/api/cart/refresh/', { method: 'POST', body: { items } })
	if (!answer.ok) return console.error('prices could not be refreshed', answer.status, answer.code)
	// Emptied meanwhile: to write an empty cart would look like emptying it once more.
	if (currentCart().length > 0) changeCart((cart) => repriceCart(cart, answer.data.items))
}
