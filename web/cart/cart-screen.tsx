import { useEffect } from 'react'
import { type Cart, countUnits, subtotalOf } from '#domain/cart/cart.ts'
import { bottlePicture } from '#domain/catalog/bottle-picture.ts'
import { addressOf } from '#domain/catalog/color-in-address.ts'
import { CartLines } from '#web/cart/cart-lines.tsx'
import { useCart } from '#web/cart/cart-store.ts'
import { refreshCatalog } from '#web/cart/refresh-catalog.ts'
import { useStoredCart } from '#web/cart/saved-cart.ts'
import { useColors, usePageData } from '#web/catalog/page-data.tsx'
import type { LoginState } from '#web/session/login-state.ts'
import { useSession } from '#web/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CountingMoney } from '#web/ui/counting-money.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

function EmptyCart() {
	const colors = useColors()
	return (
		<EmptyState isPageTitle title="Tu carrito está vacío." action={<LinkButton to="/">Seguir comprando</LinkButton>}>
			<p>Elige un color y vuelve aquí para pagar.</p>
			<ul className="color-links">
				{colors.map((color) => (
					<li key={color}>
						<ScreenLink to={addressOf(color)} className="color-link">
							<img src={bottlePicture(color)} alt="" width="88" height="88" />
							<span>{color}</span>
						</ScreenLink>
					</li>
				))}
			</ul>
		</EmptyState>
	)
}

/** The cart is in the browser's storage, unknown until hydration. */
function Waiting() {
	return (
		<div className="with-summary desk-columns">
			<Skeleton size="card" />
			<Skeleton size="section" label="" />
		</div>
	)
}

function FilledCart({ cart }: { cart: Cart }) {
	const isOpen = useSession() === 'open'
	const units = countUnits(cart)
	return (
		<div className="with-summary desk-columns">
			<CartLines cart={cart} />
			<section className="summary" aria-label="Resumen">
				<p className="small muted">
					{`${units === 1 ? '1 producto' : `${units} productos`} · el despacho se calcula al pagar`}
				</p>
				<p className="summary-row summary-total">
					<span>Total</span>
					<CountingMoney amount={subtotalOf(cart)} className="title-m" />
				</p>
				{isOpen ? (
					<LinkButton to="/pago">Ir a pagar</LinkButton>
				) : (
					<LinkButton to="/login" state={{ from: '/pago' } satisfies LoginState}>
						Ir a pagar
					</LinkButton>
				)}
				<LinkButton to="/" look="plain">
					Seguir comprando
				</LinkButton>
			</section>
		</div>
	)
}

/** Notice that the shop is closed, shown before the login for a payment. */
function Closed() {
	const { cierre } = usePageData()
	return cierre === undefined ? null : <Alert tone="warn">{`${cierre} Tu carrito queda guardado.`}</Alert>
}

export default function CartScreen() {
	const cart = useCart()
	const isHydrated = useHydrated()
	useStoredCart()
	useEffect(() => void refreshCatalog(), [])
	if (isHydrated && cart.length === 0) {
		return (
			<div className="page">
				<EmptyCart />
			</div>
		)
	}
	return (
		<div className="page">
			<h1 className="title-l">Tu carrito</h1>
			<Closed />
			{isHydrated ? <FilledCart cart={cart} /> : <Waiting />}
		</div>
	)
}
