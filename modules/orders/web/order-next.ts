import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import type { Cart } from '#modules/cart/cart.ts'
import { type Estado, waitsForCustomer } from '#modules/orders/estado.ts'
import type { OrderEvent, ProfileOrder } from '#modules/orders/shapes.ts'

/** Next action of a customer for an order. */
export type OrderNext = 'pagar' | 'comprobante' | 'pedir_de_nuevo' | undefined

/**
 * A transfer needs a proof, also after its time limit: the money may have been sent. A pending gateway order can be paid, a
 * failed one for some days; later the same products can be ordered anew.
 */
export function orderNext(
	order: Pick<ProfileOrder, 'estado' | 'metodo_pago' | 'comprobantes' | 'comprobante_rechazado' | 'pagable_hasta'>,
): OrderNext {
	const { estado, metodo_pago, comprobantes, comprobante_rechazado } = order
	if (!waitsForCustomer(estado)) return undefined
	if (metodo_pago === 'transferencia') {
		return comprobantes.length === 0 || comprobante_rechazado ? 'comprobante' : undefined
	}
	if (!isGatewayMethod(metodo_pago)) return undefined
	return estado === 'fallida' && order.pagable_hasta === null ? 'pedir_de_nuevo' : 'pagar'
}

const stateText: Readonly<Record<Estado, string>> = {
	pendiente: 'Esperamos el pago',
	en_revision: 'En Revisión',
	pagada: 'Pago confirmado',
	completado: 'Pedido completado',
	fallida: 'El pago no se completó',
	cancelado: 'Pedido cancelado',
}

/** One event of an order, worded for the customer. */
export function orderEventText(event: Pick<OrderEvent, 'tipo' | 'estado'>): string {
	if (event.tipo === 'creada') return 'Pedido recibido'
	if (event.tipo === 'comprobante') return 'Comprobante recibido'
	return event.estado === null ? 'Cambio de estado' : stateText[event.estado]
}

/** Returns the timeline, oldest first; a new order's pending payment is not repeated. */
export function timelineOf<E extends Pick<OrderEvent, 'tipo' | 'estado'>>(historia: readonly E[]): readonly E[] {
	const made = historia.filter((event) => event.tipo === 'creada')
	const after = historia.filter((event) => event.tipo !== 'creada')
	const isFirstWait = after[0]?.tipo === 'estado' && after[0].estado === 'pendiente'
	return [...made, ...(isFirstWait ? after.slice(1) : after)]
}

/** Navigation state of the transfer page. */
export interface TransferState {
	readonly orden_id: string
	readonly nro_orden: number | undefined
	readonly total: number
	readonly despacho: number
	readonly descuento: number
	readonly carrito: Cart
	/** The time limit has passed: the stock is released, and the customer must not transfer any more. */
	readonly isExpired: boolean
	/** Reason for a refused proof; null when none was refused. */
	readonly comprobante_rechazado: string | null
}
