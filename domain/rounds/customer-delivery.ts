import type { TipoEntrega } from '#domain/delivery/delivery.ts'
import type { Estado } from '#domain/orders/estado.ts'
import { canBeHandedOver } from '#domain/orders/handover.ts'
import type { MetodoPago } from '#domain/orders/metodo-pago.ts'
import { type ArrivalWindow, windowAround } from '#domain/rounds/arrivals.ts'
import {
	type EstadoEntrega,
	type EstadoRonda,
	isOpenStop,
	type MotivoNoEntrega,
	type PasoSiguiente,
} from '#domain/rounds/delivery-state.ts'

interface OrderFacts {
	readonly tipo_entrega: TipoEntrega
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
	readonly entrega_detenida: boolean
}

/** The last stop that an order has had, and its round. */
interface StopFacts {
	readonly estado: EstadoEntrega
	readonly ronda_estado: EstadoRonda
	readonly llega_at: Date
	readonly hecha_at: Date | null
	readonly motivo: MotivoNoEntrega | null
	readonly sigue: PasoSiguiente | null
}

/** How a delivery stands, as its customer reads it. `ventana`: when the car comes; `hecha_at`: when it was at the door. */
export interface CustomerDelivery {
	readonly estado: EstadoEntrega
	readonly ventana: ArrivalWindow | null
	readonly hecha_at: Date | null
	readonly motivo: MotivoNoEntrega | null
	readonly sigue: PasoSiguiente | null
}

const preparing: CustomerDelivery = {
	estado: 'por_preparar',
	ventana: null,
	hecha_at: null,
	motivo: null,
	sigue: null,
}

/** How an order's delivery stands now; undefined where there is none: it is picked up, not paid yet, or called off. */
export function customerDelivery(
	order: OrderFacts,
	stop: StopFacts | undefined,
	now: Date,
): CustomerDelivery | undefined {
	if (order.tipo_entrega === 'retiro') return undefined
	if (stop?.estado === 'entregada' && order.estado === 'completado')
		return { ...preparing, estado: 'entregada', hecha_at: stop.hecha_at }
	if (!canBeHandedOver(order)) return undefined
	if (stop?.estado === 'no_entregada')
		return {
			...preparing,
			estado: 'no_entregada',
			hecha_at: stop.hecha_at,
			motivo: stop.motivo,
			sigue: stop.sigue ?? 'otra_ronda',
		}
	if (stop && isOpenStop(stop.estado) && stop.ronda_estado === 'en_curso')
		return { ...preparing, estado: 'en_ruta', ventana: windowAround(stop.llega_at, now) }
	return preparing
}

/** What was agreed for an order that is picked up. */
interface PickupFacts {
	readonly hora_at: Date | null
	readonly codigo: string | null
	readonly hecha_at: Date | null
}

/**
 * How a pickup stands, as its customer reads it: the agreed hour and the code to show, until it is handed over. Undefined where
 * there is none: it is brought, not paid yet, or called off.
 */
export function customerPickup(
	order: OrderFacts,
	pickup: PickupFacts | undefined,
): (PickupFacts & { readonly estado: 'por_preparar' | 'entregada' }) | undefined {
	if (order.tipo_entrega === 'despacho') return undefined
	const none = { hora_at: null, codigo: null, hecha_at: null }
	if (order.estado === 'completado')
		return pickup?.hecha_at ? { ...none, estado: 'entregada', hecha_at: pickup.hecha_at } : undefined
	if (!canBeHandedOver(order)) return undefined
	return { ...(pickup ?? none), hecha_at: null, estado: 'por_preparar' }
}

/** Whether the round never came to the door. */
export const wasNotVisited = (motivo: MotivoNoEntrega | null): boolean =>
	motivo === 'sin_visitar' || motivo === 'cancelada'

/** Why nobody took an order, as its customer reads it. */
export const missedText: Readonly<Record<MotivoNoEntrega, string>> = {
	nadie_en_casa: 'No había nadie para recibirlo.',
	direccion_equivocada: 'No pudimos encontrar tu dirección.',
	no_contesta: 'Te llamamos desde la puerta y no pudimos hablar contigo.',
	rechazado: 'Nos dijeron que no lo recibirían.',
	otro: 'No pudimos entregarlo en tu dirección.',
	sin_visitar: 'Hoy no alcanzamos a llegar a tu dirección.',
	// Read only where a cancelled order was taken up again.
	cancelada: 'Hoy no alcanzamos a llegar a tu dirección.',
}

/** What comes after that, as its customer reads it: nothing that only happens if somebody remembers it is promised as done. */
export const nextStepText: Readonly<Record<PasoSiguiente, string>> = {
	otra_ronda: 'Te llamaremos para acordar otra entrega.',
	anular:
		'No lo llevaremos de nuevo: vamos a anular el pedido y, si ya lo pagaste, a devolverte el dinero. Te escribiremos cuando esté hecho.',
}
