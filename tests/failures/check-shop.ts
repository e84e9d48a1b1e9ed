import { sql } from 'drizzle-orm'
import { pagos } from '#server/db/tables/payments.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { brokenPromises } from '#tests/failures/check-invariants.ts'
import { type ProvidersBooks, readProvidersBooks } from '#tests/failures/providers-books.ts'
import type { TestShop } from '#tests/open-shop.ts'

/**
 * Proves every promise for a shop inside the test, once what is under way has ended: its jobs, and what the reconciler would ask
 * about when its time comes. One line for each promise that is broken.
 */
export async function brokenPromisesOf(shop: TestShop): Promise<string[]> {
	for (const gateway of ['mercadopago', 'flow', 'webpay']) {
		await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`, { method: 'DELETE' })
	}
	const look = async (providers: ProvidersBooks) =>
		await brokenPromises(shop.database, { mails: shop.inbox.mails(), providers })
	const providers = await readProvidersBooks(shop.simulatorsUrl)
	const known = new Set((await shop.database.db.select().from(pagos)).map((one) => `${one.gateway} ${one.pago_id}`))
	for (const { gateway, pago_id, aprobado, referencia } of providers) {
		if (aprobado && !known.has(`${gateway} ${pago_id}`)) await settlePayment(shop.payments, referencia)
	}
	// Of several refunds of one payment each waits for the one before; what would be tried again later is tried now.
	let broken: string[] = []
	for (let round = 0; round < 5; round += 1) {
		await shop.database.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
		await shop.drainJobs()
		broken = await look(await readProvidersBooks(shop.simulatorsUrl))
		if (broken.length === 0) break
	}
	return broken
}
