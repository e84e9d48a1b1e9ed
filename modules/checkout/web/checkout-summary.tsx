import { useId, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { Button, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import { CountingMoney, Icon } from '#core/web/ui/parts.tsx'
import { type Cart, countUnits } from '#modules/cart/cart.ts'
import { CartLines } from '#modules/cart/web/cart-panel.tsx'
import type { TotalChanged } from '#modules/checkout/shapes.ts'
import { focusField, noticeAt } from '#modules/checkout/web/checkout-form.ts'
import type { CheckoutTotals } from '#modules/checkout/web/checkout-totals.ts'
import { OrderLines } from '#modules/orders/web/order-lines.tsx'

/** The lines of the order, with a link to edit them. */
export function CheckoutLines({ cart, isOpen, onOpen }: { cart: Cart; isOpen: boolean; onOpen: () => void }) {
	const units = countUnits(cart)
	const edit = () =>
		updateAndFocus(onOpen, () => document.querySelector<HTMLElement>('.checkout-lines .stepper button'))
	return (
		<section className="checkout-lines" aria-labelledby="pago-pedido">
			<div className="row loose spread">
				<h2 id="pago-pedido" className="title-s">
					{`Tu pedido · ${units === 1 ? '1 producto' : `${units} productos`}`}
				</h2>
				{!isOpen && (
					<button type="button" className="link touch" onClick={edit}>
						Editar<span className="visually-hidden"> tu pedido</span>
					</button>
				)}
			</div>
			<NoticePlace at={noticeAt.lines} />
			{isOpen ? <CartLines cart={cart} /> : <OrderLines lines={cart} />}
		</section>
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

/** Every part of the total. */
export function CheckoutAmounts({ totals }: { totals: CheckoutTotals }) {
	return (
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
	)
}

/** Assurances for a first payment. */
export function CheckoutTrust() {
	return (
		<ul className="pay-trust stack tight">
			<li>
				<Icon name="lock" />
				Los datos de tu tarjeta los ve solo el medio de pago.
			</li>
			<li>
				<Icon name="shield" />
				10 días para arrepentirte y 6 meses de garantía legal.
			</li>
		</ul>
	)
}

/** Terms accepted by confirming. */
function CheckoutTerms() {
	return (
		<p className="pay-terms">
			Al confirmar aceptas los{' '}
			<a href="/politicas" target="_blank" rel="noreferrer" className="link">
				términos y políticas<span className="visually-hidden"> (se abre en otra pestaña)</span>
			</a>
			.
		</p>
	)
}

interface CheckoutBarProps {
	readonly totals: CheckoutTotals
	readonly isBusy: boolean
}

/** The terms and the confirm button. On a phone they are fixed at the bottom beside the total, which expands to its parts. */
export function CheckoutBar({ totals, isBusy }: CheckoutBarProps) {
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
			<CheckoutTerms />
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

interface TotalChangedDialogProps {
	/** The correct amounts; undefined while the dialog is closed. */
	readonly amounts: TotalChanged | undefined
	readonly onConfirm: (amounts: TotalChanged) => void
	readonly onCancel: () => void
}

/** Asks for confirmation when the total differs from the shown one. */
export function TotalChangedDialog({ amounts, onConfirm, onCancel }: TotalChangedDialogProps) {
	return (
		<ConfirmDialog
			isOpen={amounts !== undefined}
			title="El total de tu pedido cambió"
			confirmText={amounts ? `Confirmar por ${formatClp(amounts.total)}` : 'Confirmar'}
			confirmLook="solid"
			cancelText="Revisar"
			onConfirm={() => amounts && onConfirm(amounts)}
			onCancel={onCancel}
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
