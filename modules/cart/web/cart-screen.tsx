import { useEffect } from 'react'
import { useSession } from '#core/web/session/api.ts'
import type { LoginState } from '#core/web/session/login.ts'
import { LinkButton, ScreenLink } from '#core/web/ui/buttons.tsx'
import { useHydrated } from '#core/web/ui/hooks.ts'
import { CountingMoney, Icon, Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, EmptyState, Slot } from '#core/web/ui/screen-parts.tsx'
import { type Cart, countUnits, subtotalOf } from '#modules/cart/cart.ts'
import { CartLines } from '#modules/cart/web/cart-panel.tsx'
import { refreshCatalog, useCart } from '#modules/cart/web/cart-store.ts'
import { useStoredCart } from '#modules/cart/web/saved-cart.ts'
import { addressOf, bottlePicture } from '#modules/catalog/colors.ts'
import { useColors, usePageData } from '#modules/catalog/web/catalog.tsx'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import { deliveryPromise } from '#modules/delivery/tariff.ts'
import { cartParts } from '#modules/lists/web/cart-parts.ts'

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

/** Delivery and return, answered before the payment is begun. */
function Promises() {
	const { tarifa, estacion_retiro } = usePageData()
	return (
		<ul className="summary-promises small muted">
			<li>
				<Icon name="truck" />
				<span>{`${deliveryPromise(tarifa)}, o retiro gratis en ${pickupPlace(estacion_retiro)}`}</span>
			</li>
			<li>
				<Icon name="shield" />
				<span>10 días para arrepentirte y 6 meses de garantía legal</span>
			</li>
		</ul>
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
				<Promises />
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
	return (
		<div className="page">
			{isHydrated && cart.length === 0 ? (
				<EmptyCart />
			) : (
				<>
					<h1 className="title-l">Tu carrito</h1>
					<Closed />
					{isHydrated ? <FilledCart cart={cart} /> : <Waiting />}
				</>
			)}
			<Slot parts={cartParts} props={{}} />
		</div>
	)
}
