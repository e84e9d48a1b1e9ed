import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { placeOrder } from '#contract/orders/endpoints.ts'
import type { PlaceOrderRequest, TotalChanged } from '#contract/orders/place-order.ts'
import { type Cart, readCart, repriceCart, withoutBought } from '#domain/cart/cart.ts'
import type { CompradorField, FacturaField } from '#domain/tax-documents/receptor.ts'
import { changeCart, currentCart } from '#web/cart/cart-store.ts'
import { refreshCatalog } from '#web/cart/refresh-catalog.ts'
import { storeCart } from '#web/cart/saved-cart.ts'
import { type OrderOutcome, readOutcome } from '#web/orders/order-outcome.ts'
import { type PendingOrder, pendingFor, readPending } from '#web/orders/pending-order.ts'
import { readFromSession, saveToSession } from '#web/orders/tab-storage.ts'
import { rememberUnpaid } from '#web/orders/unpaid-orders.ts'
import { clearCheckoutForm } from '#web/orders/use-checkout-form.ts'
import { call } from '#web/session/api.ts'
import { useSessionExpired } from '#web/session/login-state.ts'
import { hasKnownOutcome } from '#web/ui/known-outcome.ts'
import { clearNotices, notify } from '#web/ui/notices-store.ts'
import { randomKey } from '#web/ui/random-key.ts'
import { usePageRestored } from '#web/ui/use-page-restored.ts'

const pendingKey = 'pedido_en_curso'

/** Settles the pending order: equal contents are a new order from now on. */
export function clearPendingOrder(): void {
	saveToSession(pendingKey, undefined)
}

interface Handlers {
	/** The order exists and the next screen loads: its lines leave the cart under the current page. */
	readonly onCreated: () => void
	readonly onTotal: (amounts: TotalChanged) => void
	readonly onStock: () => void
	readonly onField: (field: 'calle' | 'numero' | 'cupon', text: string) => void
	readonly onMethod: (text: string) => void
	readonly onReceptor: (field: FacturaField | CompradorField, text: string) => void
}

/** Sends an order with its key; returns the outcome and the ordered lines. */
async function callPlaceOrder({ request, key }: PendingOrder) {
	const answer = await call(placeOrder, { body: request }, { headers: { 'idempotency-key': key } })
	// Not the current cart: another tab may have added to it.
	const bought = readCart(request.carrito)
	return { status: answer.status, outcome: readOutcome(request.metodo_pago, answer, bought), bought }
}

/** Sends an order and follows its outcome. One request at a time. */
export function usePlaceOrder({ onCreated, onTotal, onStock, onField, onMethod, onReceptor }: Handlers) {
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
		else if (outcome.kind === 'receptor') onReceptor(outcome.field, outcome.text)
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
		const { status, outcome, bought } = await creation.mutateAsync(pending)
		// With an unknown result, or before the payment, a retry must be the same order.
		if (outcome.kind !== 'leave' && hasKnownOutcome(status)) clearPendingOrder()
		act(outcome, bought)
	}
	return { isBusy, send }
}
