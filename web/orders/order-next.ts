import type { OrderEvent, ProfileOrder } from '#contract/orders/own-order.ts'
import { type Estado, waitsForCustomer } from '#domain/orders/estado.ts'
import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'

/** What a customer can do for an order so that it goes on. */
export type OrderNext = 'pagar' | 'comprobante' | 'pedir_de_nuevo' | undefined

/**
 * A transfer without a proof wants one, and one whose proof was refused another, also when its time is over: the money may be on its way. A gateway's order that waits
 * can be paid, one that failed for some days; then the same is ordered anew. Everything else goes on by itself.
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

/** One thing that happened to an order, in the customer's words. */
export function orderEventText(event: Pick<OrderEvent, 'tipo' | 'estado'>): string {
	if (event.tipo === 'creada') return 'Pedido recibido'
	if (event.tipo === 'comprobante') return 'Comprobante recibido'
	return event.estado === null ? 'Cambio de estado' : stateText[event.estado]
}

/** The timeline from its beginning: an order that was just made waits for its payment, so that is not told twice. */
export function timelineOf<E extends Pick<OrderEvent, 'tipo' | 'estado'>>(historia: readonly E[]): readonly E[] {
	const made = historia.filter((event) => event.tipo === 'creada')
	const after = historia.filter((event) => event.tipo !== 'creada')
	const isFirstWait = after[0]?.tipo === 'estado' && after[0].estado === 'pendiente'
	return [...made, ...(isFirstWait ? after.slice(1) : after)]
}
