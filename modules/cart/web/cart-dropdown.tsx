import { type ToggleEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button, LinkButton } from '#core/web/ui/button.tsx'
import { CountingMoney } from '#core/web/ui/counting-money.tsx'
import { Icon } from '#core/web/ui/icon.tsx'
import { type Cart, countUnits, subtotalOf } from '#modules/cart/cart.ts'
import { CartLines } from '#modules/cart/web/cart-lines.tsx'
import { cartPanelId, cartStatusId, closeCartPanel } from '#modules/cart/web/cart-panel.ts'
import { useCart } from '#modules/cart/web/cart-store.ts'
import { refreshCatalog } from '#modules/cart/web/refresh-catalog.ts'

function CartButton({ units }: { units: number }) {
	return (
		<button type="button" className="icon-button" popoverTarget={cartPanelId} id="boton-carrito">
			<Icon name="cart" />
			<span className="visually-hidden">Carrito</span>
			{units > 0 && (
				<span className="cart-badge" key={units}>
					<span>{units}</span>
					<span className="visually-hidden">{units === 1 ? ' producto' : ' productos'}</span>
				</span>
			)}
		</button>
	)
}

function CartContent({ cart }: { cart: Cart }) {
	if (cart.length === 0) return <p className="muted above-l below-l">Tu carrito está vacío.</p>
	return (
		<>
			<CartLines cart={cart} />
			<p className="cart-total">
				<span>Total</span>
				<CountingMoney amount={subtotalOf(cart)} className="title-m" />
			</p>
		</>
	)
}

export function CartDropdown() {
	const cart = useCart()
	const { pathname } = useLocation()
	const title = useRef<HTMLHeadingElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: arriving at another screen closes it
	useEffect(closeCartPanel, [pathname])
	const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
		if (event.newState !== 'open') return
		title.current?.focus({ preventScroll: true })
		void refreshCatalog()
	}
	return (
		<>
			<CartButton units={countUnits(cart)} />
			<p id={cartStatusId} role="status" className="visually-hidden" />
			<div
				id={cartPanelId}
				popover="auto"
				role="dialog"
				aria-labelledby="carrito-panel-titulo"
				className="panel cart-panel"
				onToggle={onToggle}
			>
				<h2 id="carrito-panel-titulo" ref={title} tabIndex={-1} className="title-s">
					Tu carrito
				</h2>
				<CartContent cart={cart} />
				<div className="stack tight">
					{cart.length > 0 && (
						<LinkButton to="/carrito" onClick={closeCartPanel}>
							Ir al carrito
						</LinkButton>
					)}
					<Button look="outline" onClick={closeCartPanel}>
						Seguir comprando
					</Button>
				</div>
			</div>
		</>
	)
}
