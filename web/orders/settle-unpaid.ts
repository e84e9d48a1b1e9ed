import type { ConfirmationAnswer } from '#contract/orders/confirm-order.ts'
import { holdsBought, withoutBought } from '#domain/cart/cart.ts'
import { changeCart, currentCart } from '#web/cart/cart-store.ts'
import { keepCart } from '#web/cart/saved-cart.ts'
import { confirmationCall } from '#web/orders/confirmation-call.ts'
import { confirmationView } from '#web/orders/confirmation-view.ts'
import { isFirstConfirmation } from '#web/orders/confirmed-orders.ts'
import { forgetUnpaid, type UnpaidOrder, unpaidOrders } from '#web/orders/unpaid-orders.ts'
import { clearCheckoutForm } from '#web/orders/use-checkout-form.ts'
import { clearPendingOrder } from '#web/orders/use-place-order.ts'
import { send } from '#web/session/api.ts'
import { accessToken } from '#web/session/session.ts'

/** Removes what a paid order bought from the cart, once. A cart that no longer holds all of it was changed since, and stays. */
function removeBought({ nro_orden, carrito }: ConfirmationAnswer): void {
	if (!isFirstConfirmation(nro_orden) || !holdsBought(currentCart(), carrito)) return
	clearCheckoutForm()
	clearPendingOrder()
	changeCart((cart) => withoutBought(cart, carrito))
	if (accessToken()) void keepCart(currentCart())
}

async function settle({ orden_id, metodo }: UnpaidOrder): Promise<void> {
	// Each gateway's call reads the parameter that its own return carries.
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

/** Requests the state of the orders that left this browser for a gateway; those paid meanwhile leave the cart. */
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

/** Settles the unpaid orders now, and again whenever the page comes back into view. */
export function watchUnpaid(): void {
	// The same listener is added once.
	document.addEventListener('visibilitychange', settleVisible)
	settleVisible()
}
