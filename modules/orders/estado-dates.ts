import type { Estado } from '#modules/orders/estado.ts'

export interface EstadoDates {
	readonly pagada_at: Date | null
	readonly expires_at: Date | null
}

/** The change of the day of payment: `set` unless it is set, `clear`, or `keep`. */
const pagada: Readonly<Record<Estado, 'set' | 'clear' | 'keep'>> = {
	pendiente: 'clear',
	en_revision: 'clear',
	pagada: 'set',
	completado: 'set',
	fallida: 'clear',
	// A cancelled paid order keeps its payment; its money is refunded.
	cancelado: 'keep',
}

/** The dates of an order in a state set by staff. Set back to waiting, it keeps its expiry and waits for staff. */
export function datesFor(estado: Estado, order: EstadoDates, now: Date): EstadoDates {
	const rule = pagada[estado]
	const pagada_at = rule === 'clear' ? null : rule === 'set' ? (order.pagada_at ?? now) : order.pagada_at
	const isOver = order.expires_at === null || order.expires_at <= now
	return { pagada_at, expires_at: estado === 'pendiente' && !isOver ? order.expires_at : null }
}
