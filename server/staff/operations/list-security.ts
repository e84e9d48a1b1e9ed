import { and, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxInteger } from '#contract/column-types.ts'
import type { ListSecurityAnswer, ListSecurityQuery } from '#contract/staff/security.ts'
import { readEmail } from '#domain/accounts/email-address.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { eventosSeguridad } from '#server/db/tables/security.ts'
import type { SecurityTrail } from '#server/security/security-trail.ts'
import { countUpTo } from '#server/staff/lists/count-rows.ts'
import { indexScanPage, inOrderOf, maxGathered } from '#server/staff/lists/page-of-rows.ts'
import { dayAfter, dayStart } from '#server/staff/lists/santiago-days.ts'

const { id, created_at } = eventosSeguridad
const newestFirst = { table: eventosSeguridad, columns: [created_at, id], isDescending: true } as const
const author = alias(usuarios, 'author')

/** The id of the account that was typed, by its number or its whole address; undefined where there is none. */
async function accountOf(db: Database, typed: string): Promise<number | undefined> {
	if (/^\d{1,10}$/.test(typed)) return Number(typed) <= maxInteger ? Number(typed) : undefined
	const [account] = await db
		.select({ id: usuarios.id })
		.from(usuarios)
		.where(eq(usuarios.email, readEmail(typed) ?? ''))
	return account?.id
}

function whereOf({ tipo, red, desde, hasta }: ListSecurityQuery, account: number | undefined): SQL | undefined {
	return and(
		tipo && eq(eventosSeguridad.tipo, tipo),
		red === undefined ? undefined : eq(eventosSeguridad.red, red),
		account === undefined
			? undefined
			: or(eq(eventosSeguridad.usuario_id, account), eq(eventosSeguridad.por_id, account)),
		desde === undefined ? undefined : gte(created_at, dayStart(desde)),
		hasta === undefined ? undefined : lt(created_at, dayAfter(hasta)),
	)
}

async function readRows(db: Database, keys: number[]) {
	if (keys.length === 0) return []
	const { ultima_at, tipo, usuario_id, red, codigo, detalle, veces, por_id } = eventosSeguridad
	const names = { usuario: usuarios.email, por: author.email }
	return await db
		.select({ id, created_at, ultima_at, tipo, usuario_id, ...names, red, codigo, detalle, veces })
		.from(eventosSeguridad)
		.leftJoin(usuarios, eq(usuarios.id, usuario_id))
		.leftJoin(author, eq(author.id, por_id))
		.where(inArray(id, keys))
}

/** One page of the trail of security, the newest first; what this process has just noted is in it. */
export async function listSecurity(
	deps: { db: Database; trail: Pick<SecurityTrail, 'flush'> },
	query: ListSecurityQuery,
): Promise<ListSecurityAnswer> {
	await deps.trail.flush()
	const account = query.cuenta === undefined ? undefined : await accountOf(deps.db, query.cuenta)
	if (query.cuenta !== undefined && account === undefined) return { results: [], count: 0, hay_mas: false }
	const where = whereOf(query, account)
	const counted = await countUpTo(deps.db, eventosSeguridad, where, maxGathered + 1)
	const hay_mas = counted > maxGathered
	const count = hay_mas ? Number.POSITIVE_INFINITY : counted
	const keys = await indexScanPage(deps.db, newestFirst, where, { ...query, count })
	const rows = await readRows(deps.db, keys)
	const results = inOrderOf(keys, rows, (row) => row.id).map((row) => ({
		...row,
		created_at: row.created_at.toISOString(),
		ultima_at: row.ultima_at.toISOString(),
	}))
	return { results, count: Math.min(counted, maxGathered), hay_mas }
}
