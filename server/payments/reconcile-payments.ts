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
 * silent is left alone until the next round; what a round has no time for comes first in the next.
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<{ asked: number; failed: number }> {
	const now = deps.clock.now()
	const due = await deps.db
		.select()
		.from(intentosPago)
		.where(lte(intentosPago.consultar_at, now))
		.orderBy(asc(intentosPago.consultar_at))
		.limit(batch)
	const patience = createPatience()
	let failed = 0
	const waiting = due.values()

	async function ask(attempt: AttemptRow): Promise<void> {
		try {
			if (!patience.isSilent(attempt.gateway)) return void (await settlePayment(deps, attempt.id))
		} catch (error) {
			patience.failed(attempt.gateway)
			deps.log.warn({ err: error, intento_id: attempt.id, gateway: attempt.gateway }, 'a gateway could not be asked')
		}
		failed++
		const consultar_at = nextQuestionAt(attempt, now)
		await deps.db.update(intentosPago).set({ consultar_at }).where(eq(intentosPago.id, attempt.id))
	}

	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (const attempt of waiting) {
				if (patience.isOver()) return
				await ask(attempt)
			}
		}),
	)
	return { asked: due.length, failed }
}
