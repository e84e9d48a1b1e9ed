import type { Estado } from '#modules/orders/estado.ts'
import type { OrderEvent } from '#modules/orders/shapes.ts'

/** The sources of an order's history: its creation, its proofs, and the states in the audit log. */
export interface OrderPast {
	readonly created_at: Date
	readonly pagada_at: Date | null
	readonly proofs: readonly Date[]
	readonly moves: readonly { created_at: Date; estado: Estado | null }[]
}

/** Returns the order's timeline, oldest first. */
export function orderHistory(past: OrderPast): OrderEvent[] {
	const events: { at: Date; tipo: OrderEvent['tipo']; estado: Estado | null }[] = [
		{ at: past.created_at, tipo: 'creada', estado: null },
		...past.proofs.map((at) => ({ at, tipo: 'comprobante' as const, estado: null })),
		...past.moves.map(({ created_at, estado }) => ({ at: created_at, tipo: 'estado' as const, estado })),
	]
	const knowsPayment = past.moves.some((move) => move.estado === 'pagada')
	if (past.pagada_at && !knowsPayment) events.push({ at: past.pagada_at, tipo: 'estado', estado: 'pagada' })
	return events
		.sort((a, b) => a.at.getTime() - b.at.getTime())
		.map(({ at, tipo, estado }) => ({ created_at: at.toISOString(), tipo, estado }))
}
