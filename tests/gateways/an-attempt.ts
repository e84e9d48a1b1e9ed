import { randomUUID } from 'node:crypto'
import { clp } from '#core/rules/money.ts'
import type { AttemptToOpen } from '#modules/payments/server/gateways/gateway.ts'

/** The total of the attempt below: one shaker and its delivery. */
export const attemptTotal = clp(33_490)

/** An attempt to pay a typical order, with a time limit of half an hour. */
export function anAttempt(changes: Partial<AttemptToOpen> = {}): AttemptToOpen {
	const created_at = changes.created_at ?? new Date()
	return {
		id: randomUUID(),
		nro_orden: 1001,
		orden_id: randomUUID(),
		monto: attemptTotal,
		email: 'ana+1@correo.cl',
		nombre: 'Ana Ñúñez',
		items: [{ sku: 'shaker-650', nombre: 'Premium Shaker', color: 'Blanco', cantidad: 1, precio: clp(29_990) }],
		created_at,
		expires_at: new Date(created_at.getTime() + 30 * 60_000),
		...changes,
	}
}
