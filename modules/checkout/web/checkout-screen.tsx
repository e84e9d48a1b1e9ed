import { use, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Navigate } from 'react-router'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import { useOpenAccount } from '#core/web/session/account.ts'
import { type LoginState, useGuardedSession } from '#core/web/session/login.ts'
import { withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton, PreloadScreen, ScreenLink } from '#core/web/ui/buttons.tsx'
import { afterPress, Field } from '#core/web/ui/fields.tsx'
import { clearNotices, NoticePlace } from '#core/web/ui/notices.tsx'
import { Icon, Skeleton } from '#core/web/ui/parts.tsx'
import { EmptyState } from '#core/web/ui/screen-parts.tsx'
import type { Cart } from '#modules/cart/cart.ts'
import { refreshPrices, useCart } from '#modules/cart/web/cart-store.ts'
import { useStoredCart } from '#modules/cart/web/saved-cart.ts'
import type { CheckoutOptions } from '#modules/checkout/shapes.ts'
import { examplePhone, noticeAt, phoneProblem } from '#modules/checkout/web/checkout-form.ts'
import { CheckoutSide, TotalChangedDialog } from '#modules/checkout/web/checkout-summary.tsx'
import { Confirming } from '#modules/checkout/web/confirming.tsx'
import { DeliverySection } from '#modules/checkout/web/delivery-section.tsx'
import { useCheckoutOptions } from '#modules/checkout/web/form-part.tsx'
import { PaymentSection } from '#modules/checkout/web/payment-section.tsx'
import { type Checkout, useCheckout } from '#modules/checkout/web/use-checkout.ts'
import { onCustomerStep } from '#modules/lists/web/customer-steps.ts'
import '#modules/checkout/web/checkout.css'

function ContactSection({ checkout: { form, change, problems, report } }: { checkout: Checkout }) {
	function write(typed: string): void {
		const telefono = phoneDigits(typed)
		change({ telefono })
		if (!isPhone(telefono)) return
		report({ telefono: '' })
		clearNotices()
	}
	return (
		<fieldset className="checkout-section">
			<legend className="title-m">Contacto</legend>
			<Field
				id="telefono"
				label="Teléfono"
				name="telefono"
				type="tel"
				inputMode="numeric"
				autoComplete="tel-national"
				aria-required
				hint={`9 dígitos, por ejemplo ${examplePhone}.`}
				value={form.telefono}
				error={problems.telefono}
				onChange={(event) => write(event.target.value)}
				onBlur={() => {
					const telefono = form.telefono === '' || isPhone(form.telefono) ? '' : phoneProblem
					afterPress(() => report({ telefono }))
				}}
			/>
			<NoticePlace at={noticeAt.telefono} />
		</fieldset>
	)
}

interface CheckoutFormProps {
	readonly cart: Cart
	readonly options: CheckoutOptions
	readonly onCreated: () => void
}

function CheckoutForm({ cart, options, onCreated }: CheckoutFormProps) {
	const checkout = useCheckout(cart, options, onCreated)
	const { form, change, problems, report } = checkout
	useEffect(() => {
		for (const run of onCustomerStep) run('pago')
	}, [])
	return (
		<form className="checkout desk-columns" noValidate method="post" onSubmit={checkout.onSubmit}>
			<div className="checkout-main">
				<Heading />
				<DeliverySection {...checkout} options={options} />
				<ContactSection checkout={checkout} />
				<PaymentSection
					metodo={form.metodo_pago}
					gateways={options.gateways}
					efectivo={options.efectivo}
					onChoose={(metodo_pago) => {
						change({ metodo_pago })
						report({ metodo: '' })
					}}
					problem={problems.metodo}
				/>
				{checkout.parts.map(({ section }) => section)}
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
			</div>
			<CheckoutSide cart={cart} checkout={checkout} />
			<TotalChangedDialog checkout={checkout} />
		</form>
	)
}

function CheckoutBody() {
	const cart = useCart()
	const options = useCheckoutOptions()
	const [isCreated, setCreated] = useState(false)
	const preload = use(PreloadScreen)
	useStoredCart()
	useEffect(() => {
		preload('/checkout-success')
		preload('/checkout-transferencia')
	}, [preload])
	useEffect(() => void refreshPrices(), [])
	if (isCreated) return <Confirming />
	if (cart.length === 0) {
		return (
			<EmptyState isPageTitle title="Tu carrito está vacío." action={<LinkButton to="/">Seguir comprando</LinkButton>}>
				Elige un color y vuelve aquí para pagar.
			</EmptyState>
		)
	}
	if (options.isError) {
		return (
			<EmptyState
				isPageTitle
				title="No pudimos abrir el pago"
				action={<Button onClick={() => void options.refetch()}>Reintentar</Button>}
			>
				Tu carrito está a salvo. Prueba de nuevo en un momento.
			</EmptyState>
		)
	}
	if (!options.data) return <Waiting />
	if (options.data.cierre !== null) {
		return (
			<EmptyState
				isPageTitle
				title="La tienda está cerrada"
				action={<LinkButton to="/">Volver a la portada</LinkButton>}
			>
				{`${options.data.cierre} Tu carrito queda guardado.`}
			</EmptyState>
		)
	}
	// Synchronous: the cart is emptied next, and the empty cart must not be rendered here.
	const onCreated = () => flushSync(() => setCreated(true))
	return <CheckoutForm cart={cart} options={options.data} onCreated={onCreated} />
}

function Heading() {
	return (
		<div>
			<ScreenLink to="/carrito" className="back-link below-xs">
				<Icon name="back" />
				Volver al carrito
			</ScreenLink>
			<h1 className="title-l">Pago</h1>
		</div>
	)
}

function Waiting() {
	return (
		<>
			<Heading />
			<div className="checkout-waiting">
				<Skeleton size="title" label="" />
				<Skeleton size="field" label="" />
				<Skeleton size="field" label="" />
				<p className="checkout-waiting-map">Cargando mapa...</p>
				<Skeleton size="field" label="" />
			</div>
		</>
	)
}

/** The checkout of a customer with a session. */
function CheckoutScreen() {
	const session = useGuardedSession()
	const account = useOpenAccount()
	if (session === 'closed') return <Navigate to="/login" state={{ from: '/pago' } satisfies LoginState} replace />
	return (
		<div className="page" key={account}>
			{session === 'open' ? <CheckoutBody /> : <Waiting />}
		</div>
	)
}

export default withQueries(CheckoutScreen)
