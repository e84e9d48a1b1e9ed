import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { ListUsersAnswer, ListUsersQuery } from '#contract/staff/users.ts'
import { readableEmail } from '#server/accounts/readable-email.ts'
import { userColumns } from '#server/accounts/user-columns.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { listPage } from '#server/staff/lists/list-page.ts'
import { hasWords } from '#server/staff/lists/text-search.ts'

const { id, is_staff, deleted_at, busqueda } = usuarios
const newestFirst = [desc(id)]

/** Returns one page of the accounts with words of the text as prefixes in name or e-mail, the newest first. */
export async function listUsers(db: Database, query: ListUsersQuery): Promise<ListUsersAnswer> {
	const where = and(
		isNull(deleted_at),
		query.staff === undefined ? undefined : eq(is_staff, query.staff === 'true'),
		query.q === undefined ? undefined : hasWords(busqueda, query.q),
	)
	return await listPage(db, { table: usuarios, key: id, where, orderBy: newestFirst }, query, async (keys) => {
		const rows = await db
			.select(userColumns)
			.from(usuarios)
			.where(inArray(id, keys))
			.orderBy(...newestFirst)
		return rows.map((row) => ({ ...row, email: readableEmail(row.email) }))
	})
}
