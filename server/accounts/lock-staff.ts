import { asc } from 'drizzle-orm'
import type { StaffUser } from '#contract/staff/users.ts'
import { userColumns } from '#server/accounts/user-columns.ts'
import { isActiveStaff } from '#server/db/account-conditions.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'

/**
 * Locks active staff in the order of their ids with FOR NO KEY UPDATE: audit rows that refer to them can still be
 * inserted.
 */
export async function lockStaff(tx: Transaction): Promise<StaffUser[]> {
	return await tx.select(userColumns).from(usuarios).where(isActiveStaff).orderBy(asc(usuarios.id)).for('no key update')
}
