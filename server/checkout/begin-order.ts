import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Settings } from '#domain/settings/settings.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { isReadAddress } from '#server/mail/proved-address.ts'
import { buyerLocks } from '#server/orders/order-hold.ts'
import { settingsColumn, settingsOf } from '#server/settings/read-settings.ts'

/**
 * Begins an order, in one statement: prevents the deletion of the customer's account until `tx` ends,
 * locks the account and then the phone, and returns what the order is decided by. Undefined when the account was deleted since the
 * request was let in.
 */
export async function beginOrder(
	tx: Transaction,
	buyer: { readonly user: number; readonly telefono: string },
): Promise<{ readonly settings: Settings; readonly isProved: boolean } | undefined> {
	const isThere = and(eq(usuarios.id, buyer.user), isNull(usuarios.deleted_at))
	// Apart, so that its row is locked before any lock is waited for: who deletes the account waits for orders while holding it.
	const account = tx.$with('cuenta').as(
		tx
			.select({ id: usuarios.id, isProved: sql<boolean>`${isReadAddress}`.as('leida') })
			.from(usuarios)
			.where(isThere)
			.for('key share'),
	)
	const locks = sql<string>`row(${sql.join(buyerLocks(buyer), sql`, `)})`
	const [held] = await tx
		.with(account)
		.select({ isProved: account.isProved, locks, ajustes: settingsColumn })
		.from(account)
	return held && { settings: settingsOf(held.ajustes), isProved: held.isProved }
}
