import { asc, eq, lte } from 'drizzle-orm'
import { nextQuestionAt } from '#domain/payments/reconcile.ts'
import { intentosPago } from '#server/db/schema.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'

const batch = 100

/**
 * Asks the gateways about every attempt whose time has come, oldest first: what makes good a lost notification, a closed
 * tab, a signature that did not verify. One attempt that cannot be asked never keeps the others waiting.
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<{ asked: number; failed: number }> {
	const now = deps.clock.now()
	const due = await deps.db
		.select()
		.from(intentosPago)
		.where(lte(intentosPago.consultar_at, now))
		.orderBy(asc(intentosPago.consultar_at))
		.limit(batch)
	let failed = 0
	for (const attempt of due) {
		try {
			await settlePayment(deps, attempt.id)
		} catch (error) {
			failed++
			deps.log.warn({ err: error, intento_id: attempt.id, gateway: attempt.gateway }, 'a gateway could not be asked')
			await deps.db
				.update(intentosPago)
				.set({ consultar_at: nextQuestionAt(attempt, now) })
				.where(eq(intentosPago.id, attempt.id))
		}
	}
	return { asked: due.length, failed }
}
