import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type GatewayMethod, isGatewayMethod, type MetodoPago, paymentUrlIn } from '#core/rules/payment-methods.ts'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { hasKnownOutcome, randomKey } from '#core/web/session/idempotency.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { usePageRestored } from '#core/web/ui/hooks.ts'
import { clearNotices, notify } from '#core/web/ui/notices.tsx'
import { type Cart, readCart, repriceCart, withoutBought } from '#modules/cart/cart.ts'
import { changeCart, currentCart, refreshCatalog } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import { placeOrder } from '#modules/checkout/endpoints.ts'
import type { PlaceOrderRequest, TotalChanged } from '#modules/checkout/shapes.ts'
import { clearCheckoutForm, noticeAt, readFromSession, saveToSession } from '#modules/checkout/web/checkout-form.ts'
import type { Refusal } from '#modules/checkout/web/form-part.ts'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import {
	clearPendingOrder,
	type PendingOrder,
	pendingFor,
	pendingKey,
	readPending,
} from '#modules/checkout/web/place-order-request.ts'
import { rememberUnpaid } from '#modules/checkout/web/unpaid-orders.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import type { TransferState } from '#modules/orders/web/own-order.ts'

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

const post = ({ request, key }: PendingOrder) =>
	call(placeOrder, { body: request }, { headers: { 'idempotency-key': key } })

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
		} else notify(outcome.text, 'problem', { at: outcome.kind === 'stock' ? noticeAt.lines : noticeAt.confirm })
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
