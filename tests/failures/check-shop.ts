import { isNotNull } from 'drizzle-orm'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { reconcilePayments } from '#modules/payments/server/reconcile-payments.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type ProvidersBooks, readProvidersBooks } from '#tests/failures/providers-books.ts'
import type { TestShop } from '#tests/open-shop.ts'

/**
 * Checks every invariant of a shop inside the test after running its jobs and the due reconciliation. Returns one line per
 * violation.
 */
export async function violatedInvariantsOf(shop: TestShop): Promise<string[]> {
	for (const gateway of gatewayMethods) {
		await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`, { method: 'DELETE' })
	}
	const look = async (providers: ProvidersBooks) =>
		await findViolatedInvariants(shop.database, { mails: shop.inbox.mails(), providers })
	await shop.database.db
		.update(intentosPago)
		.set({ consultar_at: shop.clock.now() })
		.where(isNotNull(intentosPago.consultar_at))
	await reconcilePayments(shop.payments)
	// Refunds of one payment are sent one after the other; retries run now.
	let broken: string[] = []
	for (let round = 0; round < 5; round += 1) {
		await shop.retryJobs()
		broken = await look(await readProvidersBooks(shop.simulatorsUrl))
		if (broken.length === 0) break
	}
	return broken
}
