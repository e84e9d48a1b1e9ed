import { and, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { PageQuery } from '#core/contract/lists.ts'
import { dataRequestNearDays } from '#core/rules/limits.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { dayIn, daysLater } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { listPage, startOf } from '#core/server/lists/list-page.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'
import type { ReadWaiting } from '#modules/orders/server/waiting.ts'
import type { OwnRequest, StaffRequest } from '#modules/privacy/shapes.ts'
import { type DataRequestRow, solicitudesDatos } from '#modules/privacy/tables.ts'

const { id, usuario_id, responder_hasta, respondida_at } = solicitudesDatos

export function shownToOwner(row: DataRequestRow): OwnRequest {
	const { id, derecho, texto, recibida, responder_hasta, respuesta } = row
	const respondida_at = row.respondida_at?.toISOString() ?? null
	return { id, derecho, texto, recibida, responder_hasta, respondida_at, respuesta }
}

/** The account's requests, the newest first, and since when it is blocked. */
export async function listOwnRequests(db: Queryable, accountId: number) {
	const rows = await db.select().from(solicitudesDatos).where(eq(usuario_id, accountId)).orderBy(desc(id))
	const [account] = await db.select({ at: usuarios.bloqueada_at }).from(usuarios).where(eq(usuarios.id, accountId))
	return { results: rows.map(shownToOwner), bloqueada_at: account?.at?.toISOString() ?? null }
}

const dayMs = 86_400_000

async function readStaffRequests(db: Queryable, ids: readonly number[], today: string): Promise<StaffRequest[]> {
	const rows = await db
		.select()
		.from(solicitudesDatos)
		.where(inArray(id, [...ids]))
		.orderBy(...openFirst)
	const people = rows.flatMap((row) => [row.usuario_id, row.respondida_por]).filter((one) => one !== null)
	const accounts = await db
		.select({
			id: usuarios.id,
			email: usuarios.email,
			bloqueada_at: usuarios.bloqueada_at,
			deleted_at: usuarios.deleted_at,
		})
		.from(usuarios)
		.where(inArray(usuarios.id, people))
	return rows.map((row) => {
		const account = accounts.find((one) => one.id === row.usuario_id && one.deleted_at === null)
		const days = (Date.parse(row.responder_hasta) - Date.parse(today)) / dayMs
		return {
			...shownToOwner(row),
			nombre: row.nombre,
			email: readableEmail(row.email),
			faltan: row.respondida_at ? null : days,
			respondida_por: accounts.find((one) => one.id === row.respondida_por)?.email ?? null,
			cuenta: account ? { id: account.id, bloqueada: account.bloqueada_at !== null } : null,
		}
	})
}

/** @throws for an unknown one */
export async function readStaffRequest(db: Queryable, requestId: number, today: string): Promise<StaffRequest> {
	const [request] = await readStaffRequests(db, [requestId], today)
	if (!request) throw new Error(`no request ${requestId}`)
	return request
}

const openFirst = [
	sql`${respondida_at} is not null`,
	sql`case when ${respondida_at} is null then ${responder_hasta} end`,
	sql`${respondida_at} desc`,
	desc(id),
]

/** One page of the requests: the open ones by their due day, then the answered ones, the last answered first. */
export async function listRequests(db: Queryable, page: PageQuery, now: Date) {
	const list = { table: solicitudesDatos, key: id, where: undefined, orderBy: openFirst }
	return await listPage(db, list, page, (ids) => readStaffRequests(db, ids, dayIn(now)))
}

/** SQL condition: open, and due soon or overdue. */
export const isNear = (now: Date) =>
	and(isNull(respondida_at), lte(responder_hasta, daysLater(dayIn(now), dataRequestNearDays)))

/** The open requests that are due soon or overdue. */
export const requestsWaiting: ReadWaiting = async (db, now) => {
	// Until the last minute of the day.
	const hasta = sql<string | null>`${startOf(sql`min(${responder_hasta})::date + 1`)} - interval '1 minute'`
	const [found] = await db.select({ cantidad: count(), hasta }).from(solicitudesDatos).where(isNear(now))
	const until = found?.hasta ? new Date(found.hasta) : null
	return [
		{
			clave: 'solicitudes',
			texto: `Solicitudes de datos por responder${until && until < now ? ', con plazo vencido' : ''}`,
			accion: 'Responder',
			lugar: String(panelQuery({ seccion: 'solicitudes' })),
			cantidad: found?.cantidad ?? 0,
			monto: null,
			desde: null,
			hasta: until?.toISOString() ?? null,
		},
	]
}

/** The account's requests, for the copy of its owner's data. */
export const exportRequests = async (db: Queryable, accountId: number) => (await listOwnRequests(db, accountId)).results
