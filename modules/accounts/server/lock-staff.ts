import { asc } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { userColumns } from '#modules/accounts/server/user-columns.ts'

/**
 * Locks active staff in the order of their ids with FOR NO KEY UPDATE: audit rows that refer to them can still be
 * inserted.
 */
export async function lockStaff(tx: Transaction) {
	return await tx.select(userColumns).from(usuarios).where(isActiveStaff).orderBy(asc(usuarios.id)).for('no key update')
}
