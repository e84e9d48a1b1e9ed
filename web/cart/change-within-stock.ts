import type { Cart, CartRefusal, StockByColor } from '#domain/cart/cart.ts'
import type { UnitLimits } from '#domain/cart/unit-limits.ts'
import { changeCart } from '#web/cart/cart-store.ts'
import { currentCatalog, loadStock } from '#web/catalog/catalog-store.ts'

interface Bounds {
	readonly stock: StockByColor | undefined
	readonly limits: UnitLimits | undefined
}

/**
 * Applies a change of the cart that stock and limits may refuse, and returns why it was refused. The page's numbers may be old:
 * only the server's answer of this moment refuses, and where there is none, nothing is limited until an order is placed.
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
