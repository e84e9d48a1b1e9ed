import { send } from '#core/web/session/api.ts'
import { accessToken } from '#core/web/session/session.ts'
import { containsBought, withoutBought } from '#modules/cart/cart.ts'
import { changeCart, currentCart } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import type { ConfirmationAnswer } from '#modules/checkout/shapes.ts'
import { confirmationCall } from '#modules/checkout/web/confirmation-call.ts'
import { confirmationView } from '#modules/checkout/web/confirmation-view.ts'
import { isFirstConfirmation } from '#modules/checkout/web/confirmed-orders.ts'
import { forgetUnpaid, type UnpaidOrder, unpaidOrders } from '#modules/checkout/web/unpaid-orders.ts'
import { clearCheckoutForm } from '#modules/checkout/web/use-checkout-form.ts'
import { clearPendingOrder } from '#modules/checkout/web/use-place-order.ts'

/**
 * Removes the lines of a paid order from the cart, once. A cart that lacks some of them was changed since, and is left
 * unchanged.
 */
function removeBought({ nro_orden, carrito }: ConfirmationAnswer): void {
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
