import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { isReadAddress } from '#modules/accounts/server/proved-address.ts'
import { lockBuyer } from '#modules/orders/server/order-hold.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'

/**
 * Blocks the deletion of the customer's account until `tx` ends, locks the orders of the account and then of the
 * phone, and returns the settings and whether the account's address is proved. Undefined when the account was
 * deleted after the request was authenticated.
 */
export async function beginOrder(
	tx: Transaction,
	buyer: { readonly user: number; readonly telefono: string },
): Promise<{ readonly settings: Settings; readonly isProved: boolean } | undefined> {
	// Locked first: deleting an account locks its row and then waits for its orders.
	const [account] = await tx
		.select({ isProved: sql<boolean>`${isReadAddress}` })
		.from(usuarios)
		.where(and(eq(usuarios.id, buyer.user), isNull(usuarios.deleted_at)))
		.for('key share')
	if (!account) return undefined
	await lockBuyer(tx, buyer)
	return { settings: await readSettings(tx), isProved: account.isProved }
}
