import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxInteger } from '#core/contract/column-types.ts'
import { readEmail } from '#core/rules/email-address.ts'
import type { Database } from '#core/server/db/database.ts'
import { listPage } from '#core/server/lists/list-page.ts'
import { withinDays } from '#core/server/lists/santiago-days.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { SecurityTrail } from '#modules/security-trail/server/security-trail.ts'
import type { ListSecurityAnswer, ListSecurityQuery } from '#modules/security-trail/shapes.ts'
import { eventosSeguridad } from '#modules/security-trail/tables.ts'

const { id, created_at } = eventosSeguridad
const newestFirst = [desc(created_at), desc(id)]
const author = alias(usuarios, 'author')

/** The account of a typed id or whole address; undefined without one. */
async function accountOf(db: Database, typed: string): Promise<number | undefined> {
	if (/^\d{1,10}$/.test(typed)) return Number(typed) <= maxInteger ? Number(typed) : undefined
	const [account] = await db
		.select({ id: usuarios.id })
		.from(usuarios)
		.where(eq(usuarios.email, readEmail(typed) ?? ''))
	return account?.id
}

function whereOf({ tipo, red, ...days }: ListSecurityQuery, account: number | undefined): SQL | undefined {
	return and(
		tipo && eq(eventosSeguridad.tipo, tipo),
		red === undefined ? undefined : eq(eventosSeguridad.red, red),
		account === undefined
			? undefined
			: or(eq(eventosSeguridad.usuario_id, account), eq(eventosSeguridad.por_id, account)),
		withinDays(created_at, days),
	)
}

async function readEvents(db: Database, keys: number[]) {
	const { ultima_at, tipo, usuario_id, red, codigo, detalle, veces, por_id } = eventosSeguridad
	const names = { usuario: usuarios.email, por: author.email }
	const rows = await db
		.select({ id, created_at, ultima_at, tipo, usuario_id, ...names, red, codigo, detalle, veces })
		.from(eventosSeguridad)
		.leftJoin(usuarios, eq(usuarios.id, usuario_id))
		.leftJoin(author, eq(author.id, por_id))
		.where(inArray(id, keys))
		.orderBy(...newestFirst)
	return rows.map((row) => ({
		...row,
		created_at: row.created_at.toISOString(),
		ultima_at: row.ultima_at.toISOString(),
	}))
}

/** Returns one page of the security trail, the newest first, including unwritten events of this process. */
export async function listSecurity(
	deps: { db: Database; trail: Pick<SecurityTrail, 'flush'> },
	query: ListSecurityQuery,
): Promise<ListSecurityAnswer> {
	await deps.trail.flush()
	const account = query.cuenta === undefined ? undefined : await accountOf(deps.db, query.cuenta)
	if (query.cuenta !== undefined && account === undefined) return { results: [], count: 0 }
	const list = { table: eventosSeguridad, key: id, where: whereOf(query, account), orderBy: newestFirst }
	return await listPage(deps.db, list, query, (keys) => readEvents(deps.db, keys))
}
