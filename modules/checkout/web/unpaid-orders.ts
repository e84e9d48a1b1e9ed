import { type GatewayMethod, isGatewayMethod } from '#core/rules/payment-methods.ts'
import { isRecord } from '#core/rules/values.ts'
import { accessToken, send } from '#core/web/session/api.ts'
import { readText, writeText } from '#core/web/ui/store.ts'
import { containsBought, withoutBought } from '#modules/cart/cart.ts'
import { changeCart, currentCart } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import type { ReadConfirmation } from '#modules/checkout/shapes.ts'
import { clearCheckoutForm, clearPendingOrder } from '#modules/checkout/web/checkout-form.ts'
import { confirmationCall, confirmationView, isFirstConfirmation } from '#modules/checkout/web/confirmation-call.ts'
import { unpaidKey } from '#modules/checkout/web/unpaid-key.ts'

/** An order that left this browser for its gateway's page. The payment may return in another browser. */
interface UnpaidOrder {
	readonly orden_id: string
	readonly metodo: GatewayMethod
	/** Time of leaving for the gateway, ms since 1970. */
	readonly since: number
}

/** A failed order can be paid that long; a gateway decides sooner. */
const longestMs = 7 * 86_400_000
const remembered = 5

function isUnpaidOrder(value: unknown): value is UnpaidOrder {
	if (!isRecord(value) || typeof value.orden_id !== 'string' || typeof value.since !== 'number') return false
	return typeof value.metodo === 'string' && isGatewayMethod(value.metodo) && Date.now() - value.since < longestMs
}

/** Returns the unsettled orders of this browser, the newest last. */
export function unpaidOrders(): readonly UnpaidOrder[] {
	try {
		const value: unknown = JSON.parse(readText(unpaidKey) ?? '[]')
		return Array.isArray(value) ? value.filter(isUnpaidOrder) : []
	} catch {
		return []
	}
}

const save = (orders: readonly UnpaidOrder[]) =>
	writeText(unpaidKey, orders.length > 0 ? JSON.stringify(orders.slice(-remembered)) : null)

export function rememberUnpaid(orden_id: string, metodo: GatewayMethod): void {
	const others = unpaidOrders().filter((order) => order.orden_id !== orden_id)
	save([...others, { orden_id, metodo, since: Date.now() }])
}

function forgetUnpaid(orden_id: string): void {
	save(unpaidOrders().filter((order) => order.orden_id !== orden_id))
}

/**
 * Removes the lines of a paid order from the cart, once. A cart that lacks some of them was changed since, and is left
 * unchanged.
 */
function removeBought({ nro_orden, carrito }: ReadConfirmation): void {
	if (nro_orden === undefined || !carrito) return
	if (!isFirstConfirmation(nro_orden) || !containsBought(currentCart(), carrito)) return
	clearCheckoutForm()
	clearPendingOrder()
	changeCart((cart) => withoutBought(cart, carrito))
	if (accessToken()) void storeCart(currentCart())
}

async function settle({ orden_id, metodo }: UnpaidOrder): Promise<void> {
	// Each gateway's call reads the parameter of its own return.
	const query = { metodo, orden_id, external_reference: orden_id, orden_ref: orden_id }
	const call = confirmationCall(new URLSearchParams(query))
	const answer = call && (await send(call.request))
	if (!answer?.ok) {
		if (answer?.status === 404) forgetUnpaid(orden_id)
		return
	}
	if (!answer.data?.estado) return
	const view = confirmationView(metodo, answer.data.estado)
	if (view.isConfirmed) removeBought(answer.data)
	if (!view.isWaiting) forgetUnpaid(orden_id)
}

/** Reads the orders that left this browser for a gateway; paid ones leave the cart. */
export async function settleUnpaid(): Promise<void> {
	for (const order of unpaidOrders()) await settle(order)
}

let running: Promise<void> | undefined

function settleVisible(): void {
	if (document.hidden || running) return
	running = settleUnpaid().finally(() => {
		running = undefined
	})
}

/** Settles the unpaid orders now and whenever the page becomes visible. */
export function watchUnpaid(): void {
	// Adding the same listener twice has no effect.
	document.addEventListener('visibilitychange', settleVisible)
	settleVisible()
}
