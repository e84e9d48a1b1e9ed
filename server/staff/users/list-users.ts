import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { ListUsersAnswer, ListUsersQuery } from '#contract/staff/users.ts'
import { readableEmail } from '#server/accounts/readable-email.ts'
import { userColumns } from '#server/accounts/user-columns.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { countRows } from '#server/staff/lists/count-rows.ts'
import { type FoundPage, indexScanPage, inOrderOf } from '#server/staff/lists/page-of-rows.ts'
import type { SearchedText } from '#server/staff/lists/word-search.ts'
import { wordsPage } from '#server/staff/lists/words-page.ts'

const newestFirst = { table: usuarios, columns: [usuarios.id], isDescending: true } as const

const ownText: SearchedText = {
	index: 'usuarios_palabras',
	columns: [usuarios.email, usuarios.first_name, usuarios.last_name],
}

async function findPage(db: Database, query: ListUsersQuery): Promise<FoundPage> {
	const all = and(
		isNull(usuarios.deleted_at),
		query.staff === undefined ? undefined : eq(usuarios.is_staff, query.staff === 'true'),
	)
	if (query.q === undefined) {
		const count = await countRows(db, usuarios, all)
		return { keys: await indexScanPage(db, newestFirst, all, { ...query, count }), count, hay_mas: false }
	}
	return await wordsPage(db, newestFirst, { text: ownText, typed: query.q, others: all }, query)
}

/** One page of the accounts whose name or e-mail has words that begin like what was typed, the newest first. */
export async function listUsers(db: Database, query: ListUsersQuery): Promise<ListUsersAnswer> {
	const { keys, count, hay_mas } = await findPage(db, query)
	const rows = keys.length === 0 ? [] : await db.select(userColumns).from(usuarios).where(inArray(usuarios.id, keys))
	const readable = rows.map((row) => ({ ...row, email: readableEmail(row.email) }))
	return { results: inOrderOf(keys, readable, ({ id }) => id), count, hay_mas }
}
