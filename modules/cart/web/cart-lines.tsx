import { Icon } from '#core/web/ui/icon.tsx'
import { Money } from '#core/web/ui/money.tsx'
import { clearNotices, notify } from '#core/web/ui/notices-store.ts'
import { updateAndFocus } from '#core/web/ui/update-and-focus.ts'
import { type Cart, type CartItem, removeFromCart, setQuantity } from '#modules/cart/cart.ts'
import { unitsLeftText } from '#modules/cart/stock-text.ts'
import { announceCart } from '#modules/cart/web/cart-panel.ts'
import { changeCart } from '#modules/cart/web/cart-store.ts'
import { changeWithinStock } from '#modules/cart/web/change-within-stock.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'
import { useCatalog } from '#modules/catalog/web/catalog-store.ts'

/** Returns the stock warning of a line; undefined when the stock suffices or is unknown. */
export function stockWarning(cantidad: number, stock: number | undefined): string | undefined {
	if (stock === undefined || cantidad <= stock) return undefined
	return stock <= 0 ? 'Sin stock' : unitsLeftText(stock)
}

/** Returns the warning for a line above the limit of one order, possible in an old cart. */
export function limitWarning(cantidad: number, limits: UnitLimits | undefined): string | undefined {
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

function QuantityStepper({ line }: { line: CartItem }) {
	const step = async (cantidad: number, button: HTMLElement) => {
		if (cantidad === 0) return takeOut(line, button)
		const refused = await changeWithinStock((cart, { stock, limits }) =>
			setQuantity(cart, { ...line, cantidad }, stock, limits),
		)
		if (refused) notify(refused)
		else clearNotices()
	}
	const what = `${line.nombre}, ${line.color}`
	return (
		<fieldset className="stepper">
			<legend className="visually-hidden">{`Cantidad de ${what}`}</legend>
			<button
				type="button"
				className="icon-button"
				onClick={(event) => void step(line.cantidad - 1, event.currentTarget)}
			>
				<Icon name="minus" />
				<span className="visually-hidden">{`Quitar uno: ${what}`}</span>
			</button>
			<output className="digits">{line.cantidad}</output>
			<button
				type="button"
				className="icon-button"
				onClick={(event) => void step(line.cantidad + 1, event.currentTarget)}
			>
				<Icon name="plus" />
				<span className="visually-hidden">{`Agregar uno: ${what}`}</span>
			</button>
		</fieldset>
	)
}

function Line({ line }: { line: CartItem }) {
	const { stock, limits } = useCatalog()
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
				<QuantityStepper line={line} />
				<button type="button" className="link small touch" onClick={(event) => takeOut(line, event.currentTarget)}>
					Eliminar
					<span className="visually-hidden">{` ${line.nombre}, ${line.color}`}</span>
				</button>
			</div>
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
