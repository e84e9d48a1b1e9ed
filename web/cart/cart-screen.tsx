import { useEffect } from 'react'
import { countUnits, subtotalOf } from '#domain/cart/cart.ts'
import { colors } from '#domain/catalog/colors.ts'
import { CartLines } from '#web/cart/cart-lines.tsx'
import { useCart } from '#web/cart/cart-store.ts'
import { refreshCatalog } from '#web/catalog/catalog-store.ts'
import { addressOf } from '#web/catalog/color-in-address.ts'
import { thumbs } from '#web/catalog/pictures.ts'
import { useSession } from '#web/session.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CountingMoney } from '#web/ui/counting-money.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

function EmptyCart() {
	return (
		<EmptyState title="Tu carrito está vacío." action={<LinkButton to="/">Seguir comprando</LinkButton>}>
			<p>Elige uno de los cuatro colores y vuelve aquí para pagar.</p>
			<ul className="color-links">
				{colors.map((color) => (
					<li key={color}>
						<ScreenLink to={addressOf(color)} className="color-link">
							<img src={thumbs[color]} alt="" width="88" height="88" />
							{color}
						</ScreenLink>
					</li>
				))}
			</ul>
		</EmptyState>
	)
}

/** The cart as a page: lines, totals, and the way to pay. */
export default function CartScreen() {
	const cart = useCart()
	const isOpen = useSession() === 'open'
	useEffect(() => void refreshCatalog(), [])
	const units = countUnits(cart)
	return (
		<div className="page">
			<h1 className="title-l">Tu carrito</h1>
			{cart.length === 0 ? (
				<EmptyCart />
			) : (
				<div className="with-summary">
					<CartLines cart={cart} />
					<section className="summary" aria-label="Resumen">
						<p className="text-s text-muted">
							{units === 1 ? '1 producto' : `${units} productos`} · el despacho se calcula al pagar
						</p>
						<p className="summary-row summary-total">
							<span>Total</span>
							<CountingMoney amount={subtotalOf(cart)} className="title-m" />
						</p>
						<LinkButton to={isOpen ? '/pago' : '/login'}>Ir a pagar</LinkButton>
						<LinkButton to="/" look="plain">
							Seguir comprando
						</LinkButton>
					</section>
				</div>
			)}
		</div>
	)
}
