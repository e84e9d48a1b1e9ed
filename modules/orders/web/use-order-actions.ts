import { useNavigate } from 'react-router'
import { readCart } from '#modules/cart/cart.ts'
import { changeCart, refreshPrices } from '#modules/cart/web/cart-store.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'

/** Fills the cart with the lines of an order at current prices. */
export function useRepeatOrder(order: Pick<ProfileOrder, 'carrito'>): () => Promise<void> {
	const navigate = useNavigate()
	return async () => {
		changeCart((cart) => readCart([...cart, ...order.carrito]))
		navigate('/carrito')
		await refreshPrices()
	}
}
