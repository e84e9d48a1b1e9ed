import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { TipoEntrega } from '#modules/delivery/delivery.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { canBeHandedOver } from '#modules/orders/handover.ts'
import {
	type EstadoEntrega,
	type EstadoRonda,
	isOpenStop,
	type MotivoNoEntrega,
	type PasoSiguiente,
} from '#modules/rounds/delivery-state.ts'
import type { OwnDelivery } from '#modules/rounds/order-shapes.ts'
import { windowAround } from '#modules/rounds/route.ts'

interface OrderFacts {
	readonly tipo_entrega: TipoEntrega
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
	readonly entrega_detenida: boolean
}

/** The last stop of an order, and its round. */
interface StopFacts {
	readonly estado: EstadoEntrega
	readonly ronda_estado: EstadoRonda
	readonly llega_at: Date
	readonly hecha_at: Date | null
	readonly motivo: MotivoNoEntrega | null
	readonly sigue: PasoSiguiente | null
}

const preparing: OwnDelivery = {
	estado: 'por_preparar',
	desde: null,
	hasta: null,
	hecha_at: null,
	motivo: null,
	sigue: null,
	hora_at: null,
	codigo: null,
}

/** The current delivery state of an order; null for pickups, unpaid and cancelled orders. */
export function customerDelivery(order: OrderFacts, stop: StopFacts | undefined, now: Date): OwnDelivery | null {
	if (order.tipo_entrega === 'retiro') return null
	const hecha_at = stop?.hecha_at?.toISOString() ?? null
	if (stop?.estado === 'entregada' && order.estado === 'completado')
		return { ...preparing, estado: 'entregada', hecha_at }
	if (!canBeHandedOver(order)) return null
	if (stop?.estado === 'no_entregada')
		return { ...preparing, estado: 'no_entregada', hecha_at, motivo: stop.motivo, sigue: stop.sigue ?? 'otra_ronda' }
	if (stop && isOpenStop(stop.estado) && stop.ronda_estado === 'en_curso') {
		const { desde, hasta } = windowAround(stop.llega_at, now)
		return { ...preparing, estado: 'en_ruta', desde: desde.toISOString(), hasta: hasta.toISOString() }
	}
	return preparing
}

/** The agreed hour of a pickup order. */
interface PickupFacts {
	readonly hora_at: Date | null
	readonly codigo: string | null
	readonly hecha_at: Date | null
}

/**
 * A pickup's state for its customer: the agreed hour and the code, until the hand-over. Null for deliveries, unpaid and
 * cancelled orders.
 */
export function customerPickup(order: OrderFacts, pickup: PickupFacts | undefined): OwnDelivery | null {
	if (order.tipo_entrega === 'despacho') return null
	if (order.estado === 'completado')
		return pickup?.hecha_at ? { ...preparing, estado: 'entregada', hecha_at: pickup.hecha_at.toISOString() } : null
	if (!canBeHandedOver(order)) return null
	return { ...preparing, hora_at: pickup?.hora_at?.toISOString() ?? null, codigo: pickup?.codigo ?? null }
}

/** Whether the round never reached the door. */
export const wasNotVisited = (motivo: MotivoNoEntrega | null): boolean =>
	motivo === 'sin_visitar' || motivo === 'cancelada'

export const missedText: Readonly<Record<MotivoNoEntrega, string>> = {
	nadie_en_casa: 'No había nadie para recibirlo.',
	direccion_equivocada: 'No pudimos encontrar tu dirección.',
	no_contesta: 'Te llamamos desde la puerta y no pudimos hablar contigo.',
	rechazado: 'Nos dijeron que no lo recibirían.',
	otro: 'No pudimos entregarlo en tu dirección.',
	sin_visitar: 'Hoy no alcanzamos a llegar a tu dirección.',
	// Used only when a cancelled order was resumed.
	cancelada: 'Hoy no alcanzamos a llegar a tu dirección.',
}

/** The next step, for the customer: no step that depends on staff is promised as done. */
export const nextStepText: Readonly<Record<PasoSiguiente, string>> = {
	otra_ronda: 'Te llamaremos para acordar otra entrega.',
	anular:
		'No lo llevaremos de nuevo: vamos a anular el pedido y, si ya lo pagaste, a devolverte el dinero. Te escribiremos cuando esté hecho.',
}

/** Digits of a pickup code: few enough to be said aloud. */
export const pickupCodeDigits = 6

/** A typed or spoken code without separators. */
export const tidyPickupCode = (text: string): string => text.replace(/[\s.-]/g, '')

/** A code for display: `482 913`. */
export const pickupCodeText = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, '$1 $2')
