import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '#core/web/session/api.ts'
import { hasKnownOutcome, randomKey } from '#core/web/session/idempotency.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { usePageRestored } from '#core/web/ui/hooks.ts'
import { clearNotices, notify } from '#core/web/ui/notices.tsx'
import { type Cart, readCart, repriceCart, withoutBought } from '#modules/cart/cart.ts'
import { changeCart, currentCart, refreshCatalog } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import { placeOrder } from '#modules/checkout/endpoints.ts'
import type { PlaceOrderRequest, TotalChanged } from '#modules/checkout/shapes.ts'
import { clearCheckoutForm, readFromSession, saveToSession } from '#modules/checkout/web/checkout-form.ts'
import type { Refusal } from '#modules/checkout/web/form-part.ts'
import { type OrderOutcome, readOutcome } from '#modules/checkout/web/order-outcome.ts'
import {
	clearPendingOrder,
	type PendingOrder,
	pendingFor,
	pendingKey,
	readPending,
} from '#modules/checkout/web/place-order-request.ts'
import { rememberUnpaid } from '#modules/checkout/web/unpaid-orders.ts'

interface Handlers {
	/** The order exists and the next screen loads: its lines leave the cart under the current page. */
	readonly onCreated: () => void
	readonly onTotal: (amounts: TotalChanged) => void
	readonly onStock: () => void
	readonly onField: (field: 'calle' | 'numero' | 'cupon', text: string) => void
	readonly onMethod: (text: string) => void
	/** Returns whether a module shows the refusal at its fields. */
	readonly onRefusal: (refusal: Refusal) => boolean
}

/** Sends an order with its key; returns the outcome and the ordered lines. */
async function callPlaceOrder({ request, key }: PendingOrder) {
	const answer = await call(placeOrder, { body: request }, { headers: { 'idempotency-key': key } })
	// Not the current cart: another tab may have added to it.
	const bought = readCart(request.carrito)
	return { answer, outcome: readOutcome(request.metodo_pago, answer, bought), bought }
}

/** Sends an order and follows its outcome. One request at a time. */
export function usePlaceOrder({ onCreated, onTotal, onStock, onField, onMethod, onRefusal }: Handlers) {
	const navigate = useNavigate()
	const expired = useSessionExpired()
	const creation = useMutation({ mutationFn: callPlaceOrder })
	// Also while the gateway's page loads.
	const isBusy = creation.isPending || creation.data?.outcome.kind === 'leave'
	usePageRestored(creation.reset)

	function afterCreation(path: string, state: unknown, bought: Cart): void {
		clearCheckoutForm()
		onCreated()
		navigate(path, { state })
		changeCart((cart) => withoutBought(cart, bought))
		void storeCart(currentCart())
	}

	function act(outcome: OrderOutcome, bought: Cart): void {
		if (outcome.kind === 'leave') {
			if (outcome.orden_id) rememberUnpaid(outcome.orden_id, outcome.metodo)
			window.location.assign(outcome.url)
		} else if (outcome.kind === 'created') afterCreation(outcome.path, outcome.state, bought)
		else if (outcome.kind === 'expired') expired('/pago')
		else if (outcome.kind === 'field') onField(outcome.field, outcome.text)
		else if (outcome.kind === 'metodo') onMethod(outcome.text)
		else if (outcome.kind === 'total') {
			changeCart((cart) => repriceCart(cart, outcome.amounts.items))
			onTotal(outcome.amounts)
		} else notify(outcome.text, 'problem', outcome.kind === 'stock' ? { about: '.checkout-lines' } : {})
		if (outcome.kind === 'stock') {
			void refreshCatalog()
			onStock()
		}
	}

	async function send(request: PlaceOrderRequest): Promise<void> {
		if (isBusy) return
		clearNotices()
		const pending = pendingFor(request, readPending(readFromSession(pendingKey)), {
			now: Date.now(),
			newKey: randomKey,
		})
		saveToSession(pendingKey, pending)
		const { answer, outcome, bought } = await creation.mutateAsync(pending)
		// With an unknown result, or before the payment, a retry must be the same order.
		if (outcome.kind !== 'leave' && hasKnownOutcome(answer.status)) clearPendingOrder()
		if (answer.ok || !onRefusal(answer)) act(outcome, bought)
	}
	return { isBusy, send }
}
