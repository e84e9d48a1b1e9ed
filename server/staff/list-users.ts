import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ListUsersQuery, StaffUser } from '#contract/staff/users.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios, wordsOf } from '#server/db/schema.ts'
import { beginningsOf } from '#server/staff/beginnings.ts'

/** An account's columns as the panel shows them; the e-mail is the username. */
export const userColumns = {
	id: usuarios.id,
	username: usuarios.email,
	email: usuarios.email,
	first_name: usuarios.first_name,
	last_name: usuarios.last_name,
	is_staff: usuarios.is_staff,
	is_active: usuarios.is_active,
	is_superuser: usuarios.is_superuser,
	version: usuarios.version,
} as const

/** One page of the accounts whose name or e-mail has words that begin like what was typed, the newest first. */
export async function listUsers(db: Database, query: ListUsersQuery): Promise<{ results: StaffUser[]; count: number }> {
	const words = query.q === undefined ? undefined : beginningsOf(query.q)
	if (query.q !== undefined && words === undefined) return { results: [], count: 0 }
	const where = and(
		isNull(usuarios.deleted_at),
		query.staff === undefined ? undefined : eq(usuarios.is_staff, query.staff === 'true'),
		words === undefined
			? undefined
			: sql`${wordsOf(usuarios.email, usuarios.first_name, usuarios.last_name)} @@ ${words}::tsquery`,
	)
	const [total] = await db.select({ n: count() }).from(usuarios).where(where)
	const results = await db
		.select(userColumns)
		.from(usuarios)
		.where(where)
		.orderBy(desc(usuarios.id))
		.limit(query.page_size)
		.offset((query.page - 1) * query.page_size)
	return { results, count: total?.n ?? 0 }
}
