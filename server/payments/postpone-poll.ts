import { eq, sql } from 'drizzle-orm'
import { nextPollAt, nextPollOfPaidAt } from '#domain/payments/reconcile.ts'
import type { Context } from '#server/context/context.ts'
import { type AttemptRow, intentosPago } from '#server/db/tables/payments.ts'

/** A gateway was asked about an attempt and did not tell: it is asked again later, after those that it was not asked about yet. */
export async function postponePoll(deps: Context, attempt: AttemptRow, error: unknown): Promise<void> {
	const { id, gateway } = attempt
	deps.log.warn({ err: error, intento_id: id, gateway }, 'a gateway could not be asked')
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
