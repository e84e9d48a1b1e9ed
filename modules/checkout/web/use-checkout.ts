import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isOffered } from '#core/rules/payment-methods.ts'
import { randomKey } from '#core/web/session/idempotency.ts'
import { notify } from '#core/web/ui/notices.tsx'
import { type Cart, subtotalOf } from '#modules/cart/cart.ts'
import { currentCart } from '#modules/cart/web/cart-store.ts'
import { unitsProblem } from '#modules/catalog/unit-limits.ts'
import { currentCatalog } from '#modules/catalog/web/catalog.tsx'
import type { CheckoutOptions, TotalChanged } from '#modules/checkout/shapes.ts'
import { useSavedContact } from '#modules/checkout/web/checkout-data.ts'
import {
	type CheckoutForm,
	type CheckoutProblems,
	checkoutProblems,
	examplePhone,
	focusField,
	methodProblemId,
	noticeAt,
	targetOf,
	unseenOf,
	useCheckoutForm,
} from '#modules/checkout/web/checkout-form.ts'
import { checkoutTotals } from '#modules/checkout/web/checkout-totals.ts'
import { judgeCoupon, withCouponFor } from '#modules/checkout/web/coupon-field.tsx'
import { buildPlaceOrderRequest } from '#modules/checkout/web/place-order-request.ts'
import { usePlaceOrder } from '#modules/checkout/web/use-place-order.ts'
import { type DeliveryCost, useDeliveryQuote } from '#modules/delivery/web/address-search.tsx'
import { useFormParts } from '#modules/lists/web/checkout.ts'

/** Replaces a stored payment method that is no longer offered. */
function offeredForm(form: CheckoutForm, options: CheckoutOptions): CheckoutForm {
	if (isOffered(form.metodo_pago, options)) return form
	return { ...form, metodo_pago: options.gateways[0] ?? 'transferencia' }
}

/**
 * Shows the problems and moves to the first wrong field of the page; returns whether there is any. `wrongInParts`: the ids
 * of the modules' wrong fields. The alert is rendered first, so the scroll position of the focused field is final.
 */
function reportProblems({ telefono, calle, numero }: CheckoutProblems, wrongInParts: readonly string[]): boolean {
	const at = noticeAt.telefono
	if (telefono) {
		flushSync(() => notify(`Ingresa un teléfono válido de 9 dígitos (ej: ${examplePhone}).`, 'problem', { at }))
	}
	const wrong = calle ? 'calle' : numero ? 'numero' : telefono ? 'telefono' : wrongInParts[0]
	if (wrong !== undefined) focusField(wrong)
	return wrong !== undefined
}

/** Whether the cart's lines are expanded. `show` also scrolls them into view, with the messages of short lines. */
function useEditing() {
	const [isOpen, setOpen] = useState(false)
	const open = () => setOpen(true)
	function show(): void {
		flushSync(open)
		document.querySelector('.checkout-lines')?.scrollIntoView({ block: 'nearest' })
	}
	return { isOpen, open, show }
}

/** Shows the limit of one order before anything is sent. */
function reportTooMany(cart: Cart, show: () => void): boolean {
	const refusal = unitsProblem(cart, currentCatalog()?.limits)
	if (refusal) {
		notify(refusal.text, 'problem', { at: noticeAt.lines })
		show()
	}
	return refusal !== undefined
}

/** The form, its price, and its setters. */
function usePricedForm(cart: Cart, options: CheckoutOptions) {
	const { form: saved, change, judged, problems, report } = useCheckoutForm()
	const subtotal = subtotalOf(cart)
	const form = withCouponFor(offeredForm(saved, options), subtotal)
	const [sesion] = useState(randomKey)
	const { cost, askAgain } = useDeliveryQuote(form.tipo_entrega === 'despacho' ? form.destino : undefined, sesion)
	const coupon = form.cupon_estado === 'valido' ? form.cupon_valor : null
	const totals = checkoutTotals({ ...form, cart, cost, coupon })
	const validateCoupon = () =>
		void judgeCoupon(form, options, subtotal).then((verdict) =>
			'problem' in verdict ? notify(verdict.problem, 'problem', { at: noticeAt.coupon }) : judged(form.cupon, verdict),
		)
	const savedAddress = useSavedContact(form, change)
	return {
		form,
		change,
		problems,
		report,
		sesion,
		cost,
		askAgain,
		totals,
		validateCoupon,
		savedAddress,
	}
}

/** Sends the order and handles the answer: another total, an invalid field. */
function useSending(
	{ report, change, totals, askAgain }: ReturnType<typeof usePricedForm>,
	handlers: Pick<Parameters<typeof usePlaceOrder>[0], 'onCreated' | 'onStock' | 'onRefusal'>,
) {
	const [changed, setChanged] = useState<TotalChanged>()
	const { isBusy, send } = usePlaceOrder({
		...handlers,
		onTotal(amounts) {
			setChanged(amounts)
			if (amounts.despacho !== totals.despacho) void askAgain()
		},
		onField(field, text) {
			if (field === 'calle') report({ calle: text })
			else if (field === 'numero') report({ numero: text })
			else change({ cupon_estado: 'invalido' })
			focusField(field)
		},
		onMethod(metodo) {
			flushSync(() => report({ metodo }))
			focusField(methodProblemId)
		},
	})
	return { isBusy, send, changed, setChanged }
}

export function useCheckout(cart: Cart, options: CheckoutOptions, onCreated: () => void) {
	const priced = usePricedForm(cart, options)
	const { form, change, report, cost, totals, validateCoupon } = priced
	const editing = useEditing()
	const parts = useFormParts({ options, total: totals.total })
	const { isBusy, send, changed, setChanged } = useSending(priced, {
		onCreated,
		onStock: editing.show,
		onRefusal: (refusal) => parts.some(({ showRefusal }) => showRefusal(refusal)),
	})
	const awaitCost = useAwaitedCost(cost)

	const requestOf = (lines: Cart, total: number) =>
		buildPlaceOrderRequest({ form, cart: lines, total, cost, parts: parts.map(({ fields }) => fields) })

	/** Unvalidated input, whose effect on the total must be seen before the confirmation. */
	function showUnseen(): boolean {
		const { isAddressUnseen, isCodeUnseen } = unseenOf(form)
		if (isAddressUnseen) awaitCost(() => change({ destino: targetOf(form) }))
		if (isCodeUnseen) {
			focusField('cupon')
			validateCoupon()
		}
		return isAddressUnseen || isCodeUnseen || reportTooMany(cart, editing.show)
	}

	function onSubmit(event: FormEvent): void {
		event.preventDefault()
		if (isBusy || totals.isOutOfCoverage) return
		const found = checkoutProblems(form, cost)
		report(found)
		const wrongInParts = parts.flatMap(({ check }) => check() ?? [])
		if (reportProblems(found, wrongInParts)) return
		if (totals.isMeasuring) awaitCost()
		else if (!showUnseen()) void send(requestOf(cart, totals.total))
	}

	function confirmChanged(amounts: TotalChanged): void {
		setChanged(undefined)
		void send(requestOf(currentCart(), amounts.total))
	}

	return {
		...priced,
		parts,
		isBusy,
		onSubmit,
		editing,
		changed: { amounts: changed, confirm: confirmChanged, cancel: () => setChanged(undefined) },
	}
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
