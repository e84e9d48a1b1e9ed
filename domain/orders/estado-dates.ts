import type { Estado } from '#domain/orders/estado.ts'

export interface EstadoDates {
	readonly pagada_at: Date | null
	readonly expires_at: Date | null
}

/** What becomes of the day of payment: `sella` sets it unless it is set, `borra` takes it away, `deja` leaves it. */
const pagada: Readonly<Record<Estado, 'sella' | 'borra' | 'deja'>> = {
	pendiente: 'borra',
	en_revision: 'borra',
	pagada: 'sella',
	completado: 'sella',
	fallida: 'borra',
	// A paid order that is cancelled was paid all the same; its money goes back by a refund.
	cancelado: 'deja',
}

/**
 * The dates of an order that staff put into a state. Set back to waiting, it keeps no other end than it had: it waits for
 * staff.
 */
export function datesFor(estado: Estado, order: EstadoDates, now: Date): EstadoDates {
	const rule = pagada[estado]
	const pagada_at = rule === 'borra' ? null : rule === 'sella' ? (order.pagada_at ?? now) : order.pagada_at
	const isOver = order.expires_at === null || order.expires_at <= now
	return { pagada_at, expires_at: estado === 'pendiente' && !isOver ? order.expires_at : null }
}
