import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { gatewayReservationMinutes } from '#modules/orders/hold-times.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import type { OrderRow } from '#modules/orders/tables.ts'

/** Inserts an attempt to pay an order. open-attempt calls the gateway after the transaction. */
export async function createAttempt(
	deps: { newId: () => string; clock: Clock },
	tx: Transaction,
	order: OrderRow,
	gateway: GatewayMethod,
): Promise<void> {
	const now = deps.clock.now()
	const expires_at = order.expires_at ?? new Date(now.getTime() + gatewayReservationMinutes * 60_000)
	await tx.insert(intentosPago).values({
		id: deps.newId(),
		orden_id: order.id,
		gateway,
		estado: 'creado',
		monto: order.total,
		created_at: now,
		updated_at: now,
		expires_at,
	})
}
