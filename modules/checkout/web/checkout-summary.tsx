import { useId, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { Button, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import { CountingMoney, Icon } from '#core/web/ui/parts.tsx'
import { type Cart, countUnits } from '#modules/cart/cart.ts'
import { CartLines } from '#modules/cart/web/cart-panel.tsx'
import { type CheckoutTotals, focusField, noticeAt } from '#modules/checkout/web/checkout-form.ts'
import type { Checkout } from '#modules/checkout/web/use-checkout.ts'
import { OrderLines } from '#modules/orders/web/order-lines.tsx'

/** The lines, the discount code, and the totals with the button. */
export function CheckoutSide({ cart, checkout }: { cart: Cart; checkout: Checkout }) {
	const { totals, isEditing } = checkout
	const units = countUnits(cart)
	const edit = () =>
		updateAndFocus(checkout.edit, () => document.querySelector<HTMLElement>('.checkout-lines .stepper button'))
	return (
		<div className="checkout-side">
			<section className="checkout-lines" aria-labelledby="pago-pedido">
				<div className="row loose spread">
					<h2 id="pago-pedido" className="title-s">
						{`Tu pedido · ${units === 1 ? '1 producto' : `${units} productos`}`}
					</h2>
					{!isEditing && (
						<button type="button" className="link touch" onClick={edit}>
							Editar<span className="visually-hidden"> tu pedido</span>
						</button>
					)}
				</div>
				<NoticePlace at={noticeAt.lines} />
				{isEditing ? <CartLines cart={cart} /> : <OrderLines lines={cart} />}
			</section>
			<div>
				<CouponField checkout={checkout} />
			</div>
			<section aria-label="Total a pagar">
				<dl className="pay-parts">
					<Parts totals={totals} />
					<div className="pay-total">
						<dt>Total a pagar</dt>
						<dd>
							<Total totals={totals} />
						</dd>
					</div>
				</dl>
			</section>
			<CheckoutBar checkout={checkout} />
		</div>
	)
}

const couponText = { none: '', valido: '🎉 Cupón agregado', invalido: '❌ Cupón no es válido' } as const

/** Discount code: its result is shown after validation and cleared by an edit. */
function CouponField({ checkout }: { checkout: Checkout }) {
	const { change } = checkout
	const { cupon, cupon_estado } = checkout.form
	const validate = () => void checkout.validateCoupon()
	return (
		<div className="coupon">
			<label htmlFor="cupon">Código de descuento</label>
			<div className="coupon-row">
				<input
					id="cupon"
					name="cupon"
					className="input"
					value={cupon}
					maxLength={60}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					aria-describedby="cupon-estado"
					aria-invalid={cupon_estado === 'invalido' ? true : undefined}
					onChange={(event) => change({ cupon: event.target.value, cupon_estado: 'none' })}
					onKeyDown={(event) => {
						if (event.key !== 'Enter') return
						event.preventDefault()
						validate()
					}}
				/>
				<Button look="outline" onClick={validate}>
					Validar
				</Button>
			</div>
			<div className="coupon-result">
				<p id="cupon-estado" role="status" className={cupon_estado === 'invalido' ? 'coupon-bad' : ''}>
					{couponText[cupon_estado]}
				</p>
				<NoticePlace at={noticeAt.coupon} />
			</div>
		</div>
	)
}

function Parts({ totals }: { totals: CheckoutTotals }) {
	return (
		<>
			<div>
				<dt>Subtotal</dt>
				<dd>
					<CountingMoney amount={totals.subtotal} />
				</dd>
			</div>
			<div>
				<dt>Despacho</dt>
				<dd className="digits">{totals.despachoText}</dd>
			</div>
			<div>
				<dt>Descuento</dt>
				<dd className="digits">{totals.descuento > 0 ? formatClp(-totals.descuento) : formatClp(0)}</dd>
			</div>
		</>
	)
}

/** Total: a minimum while the delivery price is unknown, and none without coverage. */
function Total({ totals }: { totals: CheckoutTotals }) {
	return (
		<span>
			{totals.isFrom && <span className="small muted">desde </span>}
			<CountingMoney amount={totals.total} className={totals.isOutOfCoverage ? '' : 'title-m'} />
		</span>
	)
}

/** The terms and the confirm button. On a phone they are fixed at the bottom beside the total, which expands to its parts. */
function CheckoutBar({ checkout: { totals, isBusy } }: { checkout: Checkout }) {
	const [isOpen, setOpen] = useState(false)
	const id = useId()
	return (
		<div className="pay-bar">
			<div className="pay-peeked" id={id} hidden={!isOpen}>
				{isOpen && (
					<>
						<dl className="pay-parts">
							<Parts totals={totals} />
						</dl>
						<button type="button" className="link touch" onClick={() => focusField('cupon')}>
							¿Tienes un código?
						</button>
					</>
				)}
			</div>
			<p className="pay-terms">
				Al confirmar aceptas los{' '}
				<a href="/politicas" target="_blank" rel="noreferrer" className="link">
					términos y políticas<span className="visually-hidden"> (se abre en otra pestaña)</span>
				</a>
				.
			</p>
			<NoticePlace at={noticeAt.confirm} />
			<button
				type="button"
				className="pay-peek"
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setOpen(!isOpen)}
			>
				<span className="pay-peek-label">
					Total
					<Icon name="down" className="pay-peek-turn" />
					<span className="visually-hidden"> a pagar</span>
				</span>{' '}
				<Total totals={totals} />
			</button>
			<Button type="submit" isBusy={isBusy} disabled={totals.isOutOfCoverage}>
				Confirmar pedido
			</Button>
		</div>
	)
}

/** Asks for confirmation when the total differs from the shown one. */
export function TotalChangedDialog({ checkout }: { checkout: Checkout }) {
	const { changed: amounts, confirmChanged, cancelChanged } = checkout
	return (
		<ConfirmDialog
			isOpen={amounts !== undefined}
			title="El total de tu pedido cambió"
			confirmText={amounts ? `Confirmar por ${formatClp(amounts.total)}` : 'Confirmar'}
			confirmLook="solid"
			cancelText="Revisar"
			onConfirm={() => amounts && confirmChanged(amounts)}
			onCancel={cancelChanged}
		>
			{amounts && (
				<>
					<p>Estos son los montos de hoy. Nada se ha cobrado.</p>
					<dl className="dialog-amounts">
						<dt>Subtotal</dt>
						<dd>{formatClp(amounts.subtotal)}</dd>
						<dt>Despacho</dt>
						<dd>{formatClp(amounts.despacho)}</dd>
						<dt>Descuento</dt>
						<dd>{formatClp(amounts.descuento === 0 ? 0 : -amounts.descuento)}</dd>
						<dt>Total a pagar</dt>
						<dd>{formatClp(amounts.total)}</dd>
					</dl>
				</>
			)}
		</ConfirmDialog>
	)
}
