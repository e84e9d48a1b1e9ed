import { type Failure, fail } from '#core/contract/failure.ts'
import { cashProblem, cashToCollect } from '#modules/orders/handover.ts'
import type { OrderRow } from '#modules/orders/tables.ts'

interface Cash {
	readonly cobrado: number | null
	readonly vuelto: number | null
}

/**
 * The cash to collect for an order and the change from `received` CLP; null without cash. Fails with `cobro_incompleto`
 * below the price, and with `cobro_excesivo` for an implausible amount.
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
