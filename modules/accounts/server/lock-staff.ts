import { asc } from 'drizzle-orm'
import { isActiveStaff } from '#core/server/db/account-conditions.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { userColumns } from '#modules/accounts/server/user-columns.ts'
import { usuarios } from '#modules/accounts/tables.ts'
import type { StaffUser } from '#modules/staff/shapes/users.ts'

/**
 * Locks active staff in the order of their ids with FOR NO KEY UPDATE: audit rows that refer to them can still be
 * inserted.
 */
export async function lockStaff(tx: Transaction): Promise<StaffUser[]> {
	return await tx.select(userColumns).from(usuarios).where(isActiveStaff).orderBy(asc(usuarios.id)).for('no key update')
}
