import { eq, sql } from 'drizzle-orm'
import type { Context } from '#modules/context.ts'
import { type AttemptRow, intentosPago } from '#modules/orders/payment-tables.ts'
import { nextPollAt, nextPollOfPaidAt } from '#modules/payments/reconcile.ts'

/** Postpones the next poll of an attempt without an answer, behind those that were not polled yet. */
export async function postponePoll(deps: Context, attempt: AttemptRow, error: unknown): Promise<void> {
	const { id, gateway } = attempt
	deps.log.warn({ err: error, intento_id: id, gateway }, 'a gateway did not answer a poll')
	const now = deps.clock.now()
	const isPaid = attempt.estado === 'pagado'
	await deps.db
		.update(intentosPago)
		.set({
			consultar_at: isPaid ? nextPollOfPaidAt(attempt, now) : nextPollAt(attempt, now),
			sin_respuesta: sql`${intentosPago.sin_respuesta} + 1`,
		})
		.where(eq(intentosPago.id, id))
}
