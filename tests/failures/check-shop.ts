import { isNotNull } from 'drizzle-orm'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { intentosPago } from '#server/db/tables/payments.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type ProvidersBooks, readProvidersBooks } from '#tests/failures/providers-books.ts'
import type { TestShop } from '#tests/open-shop.ts'

/**
 * Proves every promise for a shop inside the test, once what is under way has ended: its jobs, and what the reconciler would ask
 * about when its time comes. One line for each promise that is broken.
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
	// Of several refunds of one payment each waits for the one before; what would be tried again later is tried now.
	let broken: string[] = []
	for (let round = 0; round < 5; round += 1) {
		await shop.retryJobs()
		broken = await look(await readProvidersBooks(shop.simulatorsUrl))
		if (broken.length === 0) break
	}
	return broken
}
