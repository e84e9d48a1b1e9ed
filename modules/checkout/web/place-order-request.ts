import type { Cart } from '#modules/cart/cart.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { type CheckoutForm, saveToSession } from '#modules/checkout/web/checkout-form.ts'
import { joinDireccion } from '#modules/delivery/delivery.ts'
import type { DeliveryCost } from '#modules/delivery/web/address-search.tsx'
import { gatewayReservationMinutes } from '#modules/orders/hold-times.ts'

/** Returns the order request: the shown contents with the signed quote. `parts`: the fields of modules. */
export function buildPlaceOrderRequest(order: {
	form: CheckoutForm
	cart: Cart
	total: number
	cost: DeliveryCost
	parts: readonly Partial<PlaceOrderRequest>[]
}): PlaceOrderRequest {
	const { form, cart, total, cost } = order
	const { tipo_entrega, telefono, metodo_pago } = form
	const common = {
		carrito: [...cart],
		total,
		telefono,
		metodo_pago,
		tipo_entrega,
		...(form.cupon_estado === 'valido' ? { cupon: form.cupon.trim() } : {}),
		...Object.assign({}, ...order.parts),
	}
	if (tipo_entrega === 'retiro') return { ...common, direccion: '' }
	const lugar_id = form.destino && 'lugar_id' in form.destino ? form.destino.lugar_id : undefined
	const quote = cost.state === 'known' && cost.quote.lugar_id !== '' ? cost.quote : undefined
	return {
		...common,
		direccion: joinDireccion(form.calle, form.numero),
		...(quote ? { lugar_id: quote.lugar_id, cotizacion: quote.cotizacion } : lugar_id ? { lugar_id } : {}),
	}
}

/** An order request without a final answer: equal contents are sent with the same key, so repeats make one order. */
export interface PendingOrder {
	readonly key: string
	readonly request: PlaceOrderRequest
	/** First attempt, ms since 1970. */
	readonly since: number
}

/** Shorter than the life of a payment page; later, equal contents are a new order. */
const pendingMs = (gatewayReservationMinutes - 5) * 60_000

/** Returns the contents that identify an order. A renewed quote is the same delivery. */
function contentsOf(request: PlaceOrderRequest): string {
	const { cotizacion: _signature, ...contents } = request
	return JSON.stringify(contents)
}

/** Reads the stored value of the tab. */
export function readPending(value: unknown): PendingOrder | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	const { key, request, since } = value as Partial<PendingOrder>
	if (typeof key !== 'string' || typeof since !== 'number' || typeof request !== 'object') return undefined
	return { key, request, since }
}

/**
 * Returns the pending order when its contents equal `request` (with its exact body, since a key belongs to one body), else a
 * new one.
 */
export function pendingFor(
	request: PlaceOrderRequest,
	kept: PendingOrder | undefined,
	at: { now: number; newKey: () => string },
): PendingOrder {
	const isSame = kept && at.now - kept.since < pendingMs && contentsOf(kept.request) === contentsOf(request)
	return isSame ? kept : { key: at.newKey(), request, since: at.now }
}

/** The pending order in the storage of the tab. */
export const pendingKey = 'pedido_en_curso'

/** Settles the pending order: equal contents are a new order from now on. */
export function clearPendingOrder(): void {
	saveToSession(pendingKey, undefined)
}
