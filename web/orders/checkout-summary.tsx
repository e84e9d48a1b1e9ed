import { type Cart, countUnits } from '#domain/cart/cart.ts'
import { formatClp } from '#domain/money.ts'
import { CartLines } from '#web/cart/cart-lines.tsx'
import type { CheckoutTotals } from '#web/orders/checkout-totals.ts'
import { OrderLines } from '#web/orders/order-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import { CountingMoney } from '#web/ui/counting-money.tsx'

/** What is being bought, and a way to change it without leaving the page. */
export function CheckoutLines({ cart, isOpen, onOpen }: { cart: Cart; isOpen: boolean; onOpen: () => void }) {
	const units = countUnits(cart)
	return (
		<section className="checkout-lines" aria-labelledby="pago-pedido">
			<div className="flex items-center justify-between gap-4">
				<h2 id="pago-pedido" className="title-s">
					Tu pedido · {units === 1 ? '1 producto' : `${units} productos`}
				</h2>
				{!isOpen && (
					<button type="button" className="link min-h-11 px-1" onClick={onOpen}>
						Editar<span className="sr-only"> tu pedido</span>
					</button>
				)}
			</div>
			{isOpen ? <CartLines cart={cart} /> : <OrderLines lines={cart} />}
		</section>
	)
}

interface CheckoutBarProps {
	readonly totals: CheckoutTotals
	readonly isBusy: boolean
}

/** The amounts and the one button, in view all the time. */
export function CheckoutBar({ totals, isBusy }: CheckoutBarProps) {
	return (
		<section className="pay-bar" aria-label="Total a pagar">
			<dl className="pay-parts">
				<div>
					<dt>Subtotal</dt>
					<dd>
						<CountingMoney amount={totals.subtotal} />
					</dd>
				</div>
				<div>
					<dt>Despacho</dt>
					<dd className="tabular-nums">{totals.despachoText}</dd>
				</div>
				<div>
					<dt>Descuento</dt>
					<dd className="tabular-nums">{totals.descuento > 0 ? formatClp(-totals.descuento) : formatClp(0)}</dd>
				</div>
				<div className="pay-total">
					<dt>Total a pagar</dt>
					<dd>
						<CountingMoney amount={totals.total} className="title-m" />
					</dd>
				</div>
			</dl>
			<Button type="submit" isBusy={isBusy} disabled={totals.isOutOfCoverage || totals.isMeasuring}>
				Confirmar pedido
			</Button>
			<p className="pay-terms">
				Al confirmar aceptas los{' '}
				<a href="/#politicas" target="_blank" rel="noreferrer" className="link">
					términos y políticas<span className="sr-only"> (se abre en otra pestaña)</span>
				</a>
				.
			</p>
		</section>
	)
}
