import { type ToggleEvent, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button, LinkButton, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { CountingMoney, Icon, Money } from '#core/web/ui/parts.tsx'
import { Stepper } from '#core/web/ui/stepper.tsx'
import {
	type Cart,
	type CartItem,
	countUnits,
	removeFromCart,
	setQuantity,
	subtotalOf,
	unitsLeftText,
} from '#modules/cart/cart.ts'
import { changeCart, changeWithinStock, refreshCatalog, useCart } from '#modules/cart/web/cart-store.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'
import { useCatalog } from '#modules/catalog/web/catalog.tsx'

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

/** Returns the stock warning of a line; undefined when the stock suffices or is unknown. */
export function stockWarning(cantidad: number, stock: number | undefined): string | undefined {
	if (stock === undefined || cantidad <= stock) return undefined
	return stock <= 0 ? 'Sin stock' : unitsLeftText(stock)
}

/** Returns the warning for a line above the limit of one order, possible in an old cart. */
function limitWarning(cantidad: number, limits: UnitLimits | undefined): string | undefined {
	const most = limits?.limite_unidades_linea
	return most === undefined || cantidad <= most ? undefined : `Hasta ${most} de cada color por pedido`
}

/** Removes a line together with the pressed button, then moves the focus to the heading of the list. */
function takeOut(line: CartItem, button: HTMLElement): void {
	const place = button.closest('section, [popover]')
	const heading = () =>
		(place?.isConnected ? place : document.querySelector('main'))?.querySelector<HTMLElement>('h1, h2')
	updateAndFocus(() => void changeCart((cart) => removeFromCart(cart, line)), heading)
	clearNotices()
	announceCart(`${line.color || line.nombre} eliminado`)
}

/** `at`: the place of the refusal. */
function QuantityStepper({ line, at }: { line: CartItem; at: string }) {
	const step = async (cantidad: number, button: HTMLElement) => {
		if (cantidad === 0) return takeOut(line, button)
		const refused = await changeWithinStock((cart, { stock, limits }) =>
			setQuantity(cart, { ...line, cantidad }, stock, limits),
		)
		if (refused) notify(refused, 'problem', { at })
		else clearNotices()
	}
	const what = `${line.nombre}, ${line.color}`
	return (
		<Stepper
			legend={`Cantidad de ${what}`}
			what={what}
			value={line.cantidad}
			onStep={(cantidad, button) => void step(cantidad, button)}
		/>
	)
}

function Line({ line }: { line: CartItem }) {
	const { stock, limits } = useCatalog()
	const notice = useId()
	const warning = stockWarning(line.cantidad, stock[line.color]) ?? limitWarning(line.cantidad, limits)
	return (
		<li className="cart-line">
			{line.imagen === '' ? (
				<span className="cart-thumb" />
			) : (
				<img src={line.imagen} alt="" width="88" height="88" className="cart-thumb" loading="lazy" />
			)}
			<div className="can-shrink">
				<p className="cart-name">{line.nombre}</p>
				<p className="small muted">{line.color}</p>
				{warning && <p className="small danger strong">{warning}</p>}
			</div>
			<p className="cart-price">
				<Money amount={line.precio * line.cantidad} />
				{line.cantidad > 1 && (
					<span className="cart-each small muted">
						<Money amount={line.precio} /> c/u
					</span>
				)}
			</p>
			<div className="cart-controls">
				<QuantityStepper line={line} at={notice} />
				<button type="button" className="link small touch" onClick={(event) => takeOut(line, event.currentTarget)}>
					Eliminar
					<span className="visually-hidden">{` ${line.nombre}, ${line.color}`}</span>
				</button>
			</div>
			<NoticePlace at={notice} />
		</li>
	)
}

/** The lines of a cart with their controls, in the dropdown and on the cart page. */
export function CartLines({ cart }: { cart: Cart }) {
	return (
		<ul className="cart-lines">
			{cart.map((line) => (
				<Line key={`${line.sku} ${line.color}`} line={line} />
			))}
		</ul>
	)
}

const cartPanelId = 'carrito-panel'

const cartStatusId = 'carrito-estado'

function announceCart(text: string): void {
	const status = document.getElementById(cartStatusId)
	if (status) status.textContent = text
}

export function openCartPanel(): void {
	const panel = document.getElementById(cartPanelId)
	if (panel && !panel.matches(':popover-open')) panel.showPopover()
}

function closeCartPanel(): void {
	document.getElementById(cartPanelId)?.hidePopover()
}
