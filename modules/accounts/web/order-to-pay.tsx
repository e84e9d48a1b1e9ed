import { useLoginState } from '#core/web/session/login.ts'
import { useHydrated } from '#core/web/ui/hooks.ts'
import { Money } from '#core/web/ui/parts.tsx'
import { type Cart, countUnits, subtotalOf } from '#modules/cart/cart.ts'
import { useCart } from '#modules/cart/web/cart-store.ts'
import type { Color } from '#modules/catalog/colors.ts'

/** The cart that the customer pays after the login or the registration; empty outside of a purchase. */
export function useCartToPay(): Cart {
	const { from } = useLoginState()
	const cart = useCart()
	return useHydrated() && from === '/pago' ? cart : []
}

/** The colours of a cart, each once. */
export const colorsIn = (cart: Cart): Color[] => [...new Set(cart.map(({ color }) => color))]

/** What the customer is about to pay, in one row: pictures, colours, price. */
export function OrderToPay({ cart }: { cart: Cart }) {
	if (cart.length === 0) return null
	const units = countUnits(cart)
	const colors = cart.map(({ color, cantidad }) => (cantidad > 1 ? `${cantidad} × ${color}` : color))
	return (
		<section className="account-order card" aria-label="Tu pedido">
			<p className="account-order-pictures" aria-hidden="true">
				{cart.map(
					({ color, imagen }) => imagen !== '' && <img key={color} src={imagen} alt="" width="56" height="56" />,
				)}
			</p>
			<p className="can-shrink">
				<span className="strong">{units === 1 ? '1 shaker' : `${units} shakers`}</span>
				<span className="muted small">{colors.join(' · ')}</span>
			</p>
			<Money amount={subtotalOf(cart)} className="title-s" />
		</section>
	)
}
