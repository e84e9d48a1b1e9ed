import { and, asc, eq, isNull } from 'drizzle-orm'
import type { StaffUser } from '#contract/staff/users.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { userColumns } from '#server/staff/list-users.ts'

/** Active staff, locked in the order of their ids: two of them shutting each other out at once take turns. */
export async function lockStaff(tx: Transaction): Promise<StaffUser[]> {
	return await tx
		.select(userColumns)
		.from(usuarios)
		.where(and(eq(usuarios.is_staff, true), eq(usuarios.is_active, true), isNull(usuarios.deleted_at)))
		.orderBy(asc(usuarios.id))
		.for('update')
}
