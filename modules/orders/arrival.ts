import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { TipoEntrega } from '#modules/delivery/delivery.ts'
import { type PromisedOrder, promisedDayOf } from '#modules/delivery/delivery-term.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import { type Estado, isSale } from '#modules/orders/estado.ts'

interface OrderToArrive extends PromisedOrder {
	readonly tipo_entrega: TipoEntrega
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
	readonly entrega_detenida: boolean
}

/**
 * The last day, `YYYY-MM-DD` of Santiago, on which a sold order is delivered; null for a pickup, an unpaid, delivered or
 * stopped order, and for a term without days. `feriados`: the owner's list of holidays.
 */
export function arrivalDay(order: OrderToArrive, feriados: string | null): string | null {
	if (order.tipo_entrega !== 'despacho' || !isSale(order) || order.estado === 'completado') return null
	return order.entrega_detenida ? null : (promisedDayOf(order, readHolidays(feriados)) ?? null)
}

/** `miércoles 2 de diciembre`, of a day `YYYY-MM-DD`. */
export function weekdayText(day: string): string {
	// Made here, not with the file: pages load it too, and the first formatter is slow on a phone.
	const days = new Intl.DateTimeFormat('es-CL', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
	const parts = Object.fromEntries(
		days.formatToParts(new Date(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
	)
	return `${parts.weekday} ${parts.day} de ${parts.month}`
}

/** The promise of a delivery, in a sentence; without an address where it may not be shown. */
export function arrivalText(day: string, direccion = ''): string {
	const where = direccion === '' ? '' : ` a ${direccion}`
	return `Llega a más tardar el ${weekdayText(day)}${where}; ese día te decimos la hora.`
}
