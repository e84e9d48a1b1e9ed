import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import {
	type GatewayMethod,
	isGatewayMethod,
	isOffered,
	type MetodoPago,
	paymentUrlIn,
} from '#core/rules/payment-methods.ts'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { hasKnownOutcome, randomKey } from '#core/web/session/idempotency.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { usePageRestored } from '#core/web/ui/hooks.ts'
import { clearNotices, notify } from '#core/web/ui/notices.tsx'
import { type Cart, readCart, repriceCart, subtotalOf, withoutBought } from '#modules/cart/cart.ts'
import { changeCart, currentCart, refreshCatalog } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import { unitsProblem } from '#modules/catalog/unit-limits.ts'
import { currentCatalog } from '#modules/catalog/web/catalog.tsx'
import { placeOrder } from '#modules/checkout/endpoints.ts'
import type { CheckoutOptions, TotalChanged } from '#modules/checkout/shapes.ts'
import {
	buildPlaceOrderRequest,
	type CheckoutForm,
	type CheckoutProblems,
	checkoutProblems,
	checkoutTotals,
	clearCheckoutForm,
	clearPendingOrder,
	examplePhone,
	focusField,
	formKey,
	isSameTarget,
	judgeCoupon,
	methodProblemId,
	noProblems,
	noticeAt,
	type PendingOrder,
	pendingFor,
	pendingKey,
	readCheckoutForm,
	readFromSession,
	readPending,
	saveToSession,
	targetOf,
	withCouponFor,
} from '#modules/checkout/web/checkout-form.ts'
import { type Refusal, useOfferedProfile } from '#modules/checkout/web/form-part.tsx'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import { rememberUnpaid } from '#modules/checkout/web/unpaid-orders.ts'
import { type DeliveryCost, useDeliveryQuote } from '#modules/delivery/web/address-search.tsx'
import { orderHeaders, useFormParts } from '#modules/lists/web/checkout.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import type { TransferState } from '#modules/orders/web/own-order.ts'

/** The form with its messages, its price and its setters. */
function usePricedForm(cart: Cart, options: CheckoutOptions) {
	const [saved, setForm] = useState(() => readCheckoutForm(readFromSession(formKey)))
	const [problems, setProblems] = useState(noProblems)
	useEffect(() => saveToSession(formKey, saved), [saved])
	const change = (values: Partial<CheckoutForm>) => setForm((before) => ({ ...before, ...values }))
	const report = (next: Partial<CheckoutProblems>) => setProblems((before) => ({ ...before, ...next }))

	// A stored payment method may no longer be offered, and a smaller cart may be below the code's minimum.
	const metodo_pago = isOffered(saved.metodo_pago, options)
		? saved.metodo_pago
		: (options.gateways[0] ?? 'transferencia')
	const subtotal = subtotalOf(cart)
	const form = withCouponFor({ ...saved, metodo_pago }, subtotal)
	const [sesion] = useState(randomKey)
	const { cost, askAgain } = useDeliveryQuote(form.tipo_entrega === 'despacho' ? form.destino : undefined, sesion)
	const coupon = form.cupon_estado === 'valido' ? form.cupon_valor : null
	const totals = checkoutTotals({ ...form, cart, cost, coupon })

	async function validateCoupon(): Promise<void> {
		const verdict = await judgeCoupon(form, options, subtotal)
		if ('problem' in verdict) return notify(verdict.problem, 'problem', { at: noticeAt.coupon })
		// The code may have been edited meanwhile.
		setForm((before) => (before.cupon === form.cupon ? { ...before, ...verdict } : before))
	}

	// The account's phone fills an empty field; its address is a suggestion only, as an order may go elsewhere.
	const { data: profile } = useOfferedProfile()
	const telefono = profile?.telefono ?? ''
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is offered once, when it is known
	useEffect(() => {
		if (telefono !== '' && form.telefono === '') change({ telefono })
	}, [telefono])
	const savedAddress = profile?.direccion ?? ''
	return { form, change, problems, report, sesion, cost, askAgain, totals, validateCoupon, savedAddress }
}

/**
 * Defers a confirmation until the delivery price arrives: then focuses the address when it cannot be delivered to, else the
 * total, which must be seen before it is accepted. Returns the start function; `ask` requests the price first.
 */
function useAwaitedCost(cost: DeliveryCost): (ask?: () => void) => void {
	const isAwaited = useRef(false)
	useEffect(() => {
		if (!isAwaited.current || cost.state === 'measuring' || cost.state === 'none') return
		isAwaited.current = false
		const isBlocked = cost.state === 'unknown_address' || (cost.state === 'known' && cost.quote.fuera_de_cobertura)
		if (cost.state === 'unclear_number') focusField('numero')
		else if (isBlocked) focusField('calle')
		else notify('Tu total ya incluye el despacho. Revísalo y confirma.', 'done', { at: noticeAt.confirm })
	})
	return (ask) => {
		isAwaited.current = true
		ask?.()
	}
}

const post = ({ request, key }: PendingOrder) =>
	call(
		placeOrder,
		{ body: request },
		{ headers: Object.assign({ 'idempotency-key': key }, ...orderHeaders.map((read) => read())) },
	)

/** Sends an order with its key; returns the outcome and the ordered lines. */
async function callPlaceOrder(pending: PendingOrder) {
	const { request } = pending
	let answer = await post(pending)
	if (!answer.ok && answer.code === 'orden_no_se_paga') {
		// The pending order was cancelled since: the same contents are a new order.
		const anew = { key: randomKey(), request, since: Date.now() }
		saveToSession(pendingKey, anew)
		answer = await post(anew)
	}
	// Not the current cart: another tab may have added to it.
	const bought = readCart(request.carrito)
	return { answer, outcome: readOutcome(request.metodo_pago, answer, bought), bought }
}

export type Checkout = ReturnType<typeof useCheckout>

/**
 * The checkout from its form to the order: one request at a time. `onCreated`: the order exists and the next screen loads,
 * so its lines leave the cart under the current page.
 */
export function useCheckout(cart: Cart, options: CheckoutOptions, onCreated: () => void) {
	const priced = usePricedForm(cart, options)
	const { form, change, report, cost, totals } = priced
	const [isEditing, setEditing] = useState(false)
	const parts = useFormParts({ options, total: totals.total })
	const [changed, setChanged] = useState<TotalChanged>()
	const navigate = useNavigate()
	const expired = useSessionExpired()
	const creation = useMutation({ mutationFn: callPlaceOrder })
	// Also while the gateway's page loads.
	const isBusy = creation.isPending || creation.data?.outcome.kind === 'leave'
	usePageRestored(creation.reset)
	const awaitCost = useAwaitedCost(cost)

	/** Expands the lines and scrolls them into view, with the message at them. */
	function showLines(): void {
		flushSync(() => setEditing(true))
		document.querySelector('.checkout-lines')?.scrollIntoView({ block: 'nearest' })
	}

	function act(outcome: OrderOutcome, bought: Cart): void {
		switch (outcome.kind) {
			case 'leave':
				if (outcome.orden_id) rememberUnpaid(outcome.orden_id, outcome.metodo)
				window.location.assign(outcome.url)
				break
			case 'created':
				clearCheckoutForm()
				onCreated()
				navigate(outcome.path, { state: outcome.state })
				changeCart((now) => withoutBought(now, bought))
				void storeCart(currentCart())
				break
			case 'expired':
				expired('/pago')
				break
			case 'total':
				changeCart((now) => repriceCart(now, outcome.amounts.items))
				setChanged(outcome.amounts)
				if (outcome.amounts.despacho !== totals.despacho) void priced.askAgain()
				break
			case 'stock':
				notify(outcome.text, 'problem', { at: noticeAt.lines })
				void refreshCatalog()
				showLines()
				break
			case 'field':
				if (outcome.field === 'cupon') change({ cupon_estado: 'invalido' })
				else report({ [outcome.field]: outcome.text })
				focusField(outcome.field)
				break
			case 'metodo':
				flushSync(() => report({ metodo: outcome.text }))
				focusField(methodProblemId)
				break
			case 'alert':
				notify(outcome.text, 'problem', { at: noticeAt.confirm })
		}
	}

	async function send(lines: Cart, total: number): Promise<void> {
		if (isBusy) return
		clearNotices()
		const fields = parts.map((part) => part.fields)
		const request = buildPlaceOrderRequest({ form, cart: lines, total, cost, parts: fields })
		const at = { now: Date.now(), newKey: randomKey }
		const pending = pendingFor(request, readPending(readFromSession(pendingKey)), at)
		saveToSession(pendingKey, pending)
		const { answer, outcome, bought } = await creation.mutateAsync(pending)
		// With an unknown result, or before the payment, a retry must be the same order.
		if (outcome.kind !== 'leave' && hasKnownOutcome(answer.status)) clearPendingOrder()
		if (answer.ok || !parts.some((part) => part.showRefusal(answer))) act(outcome, bought)
	}

	/** Shows what must be seen before the confirmation: typed input that is missing in the total, and too many units. */
	function showUnseen(): boolean {
		const isAddressUnseen = form.tipo_entrega === 'despacho' && !isSameTarget(form.destino, targetOf(form))
		const isCodeUnseen = form.cupon_estado === 'none' && form.cupon.trim() !== ''
		if (isAddressUnseen) awaitCost(() => change({ destino: targetOf(form) }))
		if (isCodeUnseen) {
			focusField('cupon')
			void priced.validateCoupon()
		}
		if (isAddressUnseen || isCodeUnseen) return true
		const tooMany = unitsProblem(cart, currentCatalog()?.limits)
		if (!tooMany) return false
		notify(tooMany.text, 'problem', { at: noticeAt.lines })
		showLines()
		return true
	}

	function onSubmit(event: FormEvent): void {
		event.preventDefault()
		if (isBusy || totals.isOutOfCoverage) return
		// Every problem is shown, and the first wrong field of the page gets the focus.
		const found = checkoutProblems(form, cost)
		report(found)
		const wrongInParts = parts.flatMap(({ check }) => check() ?? [])
		if (found.telefono) {
			const text = `Ingresa un teléfono válido de 9 dígitos (ej: ${examplePhone}).`
			// Rendered first, so the scroll position of the focused field is final.
			flushSync(() => notify(text, 'problem', { at: noticeAt.telefono }))
		}
		const wrong = [...(['calle', 'numero', 'telefono'] as const).filter((field) => found[field]), ...wrongInParts][0]
		if (wrong !== undefined) focusField(wrong)
		else if (totals.isMeasuring) awaitCost()
		else if (!showUnseen()) void send(cart, totals.total)
	}

	return {
		...priced,
		parts,
		isBusy,
		onSubmit,
		isEditing,
		edit: () => setEditing(true),
		/** The correct amounts, which the customer has to confirm. */
		changed,
		confirmChanged(amounts: TotalChanged) {
			setChanged(undefined)
			void send(currentCart(), amounts.total)
		},
		cancelChanged: () => setChanged(undefined),
	}
}

/** Outcome of an order request. */
type OrderOutcome =
	/** Redirect to the gateway. */
	| {
			readonly kind: 'leave'
			readonly url: string
			readonly orden_id: string | undefined
			readonly metodo: GatewayMethod
	  }
	/** Navigate to a screen; the order exists and its lines leave the cart. */
	| { readonly kind: 'created'; readonly path: string; readonly state?: TransferState }
	| { readonly kind: 'alert'; readonly text: string }
	| { readonly kind: 'expired' }
	| { readonly kind: 'total'; readonly amounts: TotalChanged }
	| { readonly kind: 'stock'; readonly text: string }
	| { readonly kind: 'field'; readonly field: 'calle' | 'numero' | 'cupon'; readonly text: string }
	/** The payment method is not available for this order. */
	| { readonly kind: 'metodo'; readonly text: string }

const alert = (text: string): OrderOutcome => ({ kind: 'alert', text })

function afterCreation(metodo: MetodoPago, answer: Partial<PayableOrder>, carrito: Cart): OrderOutcome {
	const { orden_id, nro_orden, total = 0, despacho = 0, descuento = 0 } = answer
	const isPaidAlready = answer.estado === 'pagada'
	if (isGatewayMethod(metodo)) {
		const url = paymentUrlIn(metodo, answer)
		if (url) return { kind: 'leave', url, orden_id, metodo }
		return isPaidAlready ? { kind: 'created', path: '/perfil?tab=ordenes' } : alert(gatewayPages[metodo].missingUrl)
	}
	if (!orden_id) return alert('No se recibió el ID de la orden')
	if (metodo === 'efectivo') {
		return { kind: 'created', path: `/checkout-success?metodo=efectivo&orden_id=${encodeURIComponent(orden_id)}` }
	}
	const amounts = { total, despacho, descuento }
	const state = { orden_id, nro_orden, ...amounts, carrito, isExpired: false, comprobante_rechazado: null }
	return { kind: 'created', path: '/checkout-transferencia', state }
}

/** Proxies may answer with a long HTML page, which is no message. */
const longestBody = 300
const readable = (body: string) => (body.length > longestBody ? `${body.slice(0, longestBody)}…` : body)

const addressCodes: readonly string[] = ['direccion_desconocida', 'direccion_requerida', 'texto_con_enlace']

function afterRefusal(answer: Refusal): OrderOutcome {
	if (answer.status === 0) return alert('Error al procesar el pedido')
	if (answer.status === 401) return { kind: 'expired' }
	if (answer.code === 'total_cambio' && typeof answer.extra.total === 'number') {
		return { kind: 'total', amounts: answer.extra as TotalChanged }
	}
	if (answer.code === 'sin_stock') return { kind: 'stock', text: answer.text }
	if (answer.code === 'numero_de_casa') return { kind: 'field', field: 'numero', text: answer.text }
	if (addressCodes.includes(answer.code)) return { kind: 'field', field: 'calle', text: answer.text }
	if (answer.code === 'confirma_correo') return { kind: 'metodo', text: answer.text }
	if (answer.code === 'cupon_invalido') return { kind: 'field', field: 'cupon', text: answer.text }
	// A refusal with its own message shows that message.
	const ownWords = ['fuera_de_cobertura', 'solo_rm', 'pago_no_disponible', 'correo_no_aceptado', 'cuenta_bloqueada']
	if (answer.status === 429 || ownWords.includes(answer.code)) return alert(answer.text)
	return alert(`Error en backend: ${answer.text || readable(answer.body) || answer.status}`)
}

/** Returns the outcome for the server's answer to an order. */
export function readOutcome(metodo: MetodoPago, answer: ApiAnswer<PayableOrder | null>, carrito: Cart): OrderOutcome {
	return answer.ok ? afterCreation(metodo, answer.data ?? {}, carrito) : afterRefusal(answer)
}
