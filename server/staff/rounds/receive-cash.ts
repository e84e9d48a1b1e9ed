import { type Failure, fail } from '#contract/failure.ts'
import { cashProblem, cashToCollect } from '#domain/orders/handover.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'

interface Cash {
	readonly cobrado: number | null
	readonly vuelto: number | null
}

/**
 * What is collected for an order in cash and what goes back of `received` pesos; null where nothing is collected. Refuses with
 * `cobro_incompleto` less than it costs, and with `cobro_excesivo` an amount that is a slip of the finger.
 */
export function receiveCash(order: OrderRow, received = 0): Cash | Failure {
	const due = cashToCollect(order)
	if (due === 0) return { cobrado: null, vuelto: null }
	const text = cashProblem(due, received)
	if (text === undefined) return { cobrado: due, vuelto: received - due }
	return fail(received < due ? 'cobro_incompleto' : 'cobro_excesivo', {
		text,
		extra: { campo: 'recibido', monto: due },
	})
}
