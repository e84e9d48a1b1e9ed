import type { Cart, CartRefusal, StockByColor } from '#modules/cart/cart.ts'
import { changeCart } from '#modules/cart/web/cart-store.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'
import { currentCatalog, loadStock } from '#modules/catalog/web/catalog-store.ts'

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
