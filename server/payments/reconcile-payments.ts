import { asc, eq, lte } from 'drizzle-orm'
import { nextQuestionAt } from '#domain/payments/reconcile.ts'
import { intentosPago } from '#server/db/tables/payments.ts'
import type { AttemptRow } from '#server/payments/create-attempt.ts'
import { createPatience } from '#server/payments/patience.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'

const batch = 100
const atOnce = 5

/**
 * Asks the gateways about every attempt whose time has come, oldest first: what makes good a lost notification, a closed
 * tab, a signature that did not verify. One attempt that cannot be asked never keeps the others waiting, and a gateway that is
 * silent, or switched off, is left alone until later; what a round has no time for comes first in the next.
 */
export async function reconcilePayments(
	deps: PaymentDeps,
	patience = createPatience(),
): Promise<{ asked: number; failed: number }> {
	const now = deps.clock.now()
	let asked = 0
	let failed = 0

	async function ask(attempt: AttemptRow): Promise<void> {
		asked++
		try {
			if (deps.gateways.has(attempt.gateway) && !patience.isSilent(attempt.gateway)) {
				await settlePayment(deps, attempt.id)
				return
			}
		} catch (error) {
			patience.failed(attempt.gateway, error)
			deps.log.warn({ err: error, intento_id: attempt.id, gateway: attempt.gateway }, 'a gateway could not be asked')
		}
		failed++
		const consultar_at = nextQuestionAt(attempt, now)
		await deps.db.update(intentosPago).set({ consultar_at }).where(eq(intentosPago.id, attempt.id))
	}

	// Whatever is asked is due later than `now` from then on, so each look finds others.
	for (let found = batch; found === batch && !patience.isOver(); ) {
		const due = await deps.db
			.select()
			.from(intentosPago)
			.where(lte(intentosPago.consultar_at, now))
			.orderBy(asc(intentosPago.consultar_at))
			.limit(batch)
		found = due.length
		const waiting = due.values()
		await Promise.all(
			Array.from({ length: atOnce }, async () => {
				for (const attempt of waiting) {
					if (patience.isOver()) return
					await ask(attempt)
				}
			}),
		)
	}
	return { asked, failed }
}
