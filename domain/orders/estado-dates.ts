import type { Estado } from '#domain/orders/estado.ts'

export interface EstadoDates {
	readonly pagada_at: Date | null
	readonly expires_at: Date | null
}

/** What becomes of the day of payment: `set` sets it unless it is set, `clear` takes it away, `keep` leaves it. */
const pagada: Readonly<Record<Estado, 'set' | 'clear' | 'keep'>> = {
	pendiente: 'clear',
	en_revision: 'clear',
	pagada: 'set',
	completado: 'set',
	fallida: 'clear',
	// A paid order that is cancelled was paid all the same; its money goes back by a refund.
	cancelado: 'keep',
}

/**
 * The dates of an order that staff put into a state. Set back to waiting, it keeps no other end than it had: it waits for
 * staff.
 */
export function datesFor(estado: Estado, order: EstadoDates, now: Date): EstadoDates {
	const rule = pagada[estado]
	const pagada_at = rule === 'clear' ? null : rule === 'set' ? (order.pagada_at ?? now) : order.pagada_at
	const isOver = order.expires_at === null || order.expires_at <= now
	return { pagada_at, expires_at: estado === 'pendiente' && !isOver ? order.expires_at : null }
}
