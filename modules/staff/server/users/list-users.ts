import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { listPage } from '#core/server/lists/list-page.ts'
import { hasWords } from '#core/server/lists/text-search.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readableEmail } from '#modules/accounts/server/email-proof.ts'
import type { ListUsersAnswer, ListUsersQuery } from '#modules/staff/shapes.ts'

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

/** Columns of an account for the panel; the e-mail is the username. */
export const userColumns = {
	id: usuarios.id,
	username: usuarios.email,
	email: usuarios.email,
	first_name: usuarios.first_name,
	last_name: usuarios.last_name,
	is_staff: usuarios.is_staff,
	is_active: usuarios.is_active,
	is_superuser: usuarios.is_superuser,
	derechos_en_espera: usuarios.derechos_en_espera,
	version: usuarios.version,
} as const
