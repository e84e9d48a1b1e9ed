import { arrayContains, eq, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import { FromNewerVersion } from '#core/server/jobs/jobs.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { Context, StaffAlert } from '#modules/lists/context.ts'
import { type PushOutcome, pushSeconds, pushText, testPushText } from '#modules/push/push-notices.ts'
import { pruneSubscriptions, readActiveSubscription } from '#modules/push/server/devices.ts'
import {
	type PostAnswer,
	type PushContext,
	type PushMessage,
	type PushTarget,
	postMessage,
} from '#modules/push/server/web-push.ts'
import { avisos, type NoticeRow, suscripcionesPush } from '#modules/push/tables.ts'

/**
 * Enqueues a push notice if and only if `tx` commits, once per occasion and not without any device. Its devices are read
 * when it is sent.
 */
export async function pushToStaff(
	{ jobs }: Pick<Context, 'jobs'>,
	tx: Transaction,
	{ clave, tipo, orden, ronda_id }: StaffAlert,
): Promise<void> {
	const [written] = await tx
		.insert(avisos)
		.select(
			sql`select ${clave}, ${tipo}, ${orden?.nro_orden ?? null}::int, ${orden?.id ?? null}::uuid, ${ronda_id ?? null}::uuid, now()
				where exists (select 1 from ${suscripcionesPush})`,
		)
		.onConflictDoNothing()
		.returning({ clave: avisos.clave })
	if (written) await jobs.enqueue(tx, 'avisar_equipo', { aviso: clave })
}

export type SendContext = Pick<Context, 'db' | 'clock' | 'log'> & PushContext

/** Days for which a notice's key is stored, so that its occasion is notified once. */
const rememberedDays = 90

/** A notice within its lifetime; a late phone gets none. @throws FromNewerVersion */
async function readNotice(db: Database, clave: string): Promise<NoticeRow | undefined> {
	const age = sql<number>`extract(epoch from now() - ${avisos.created_at})::int`
	const [found] = await db.select({ notice: avisos, age }).from(avisos).where(eq(avisos.clave, clave))
	if (found && !Object.hasOwn(pushSeconds, found.notice.tipo))
		throw new FromNewerVersion(`no notice ${found.notice.tipo}`)
	return found && found.age < pushSeconds[found.notice.tipo] ? found.notice : undefined
}

/** Enqueues a notice for every device with its kind. */
export async function fanOutNotice({ db, jobs }: Pick<Context, 'db' | 'jobs'>, clave: string): Promise<void> {
	const notice = await readNotice(db, clave)
	if (!notice) return
	await db.transaction(async (tx) => {
		await pruneSubscriptions(tx)
		const wanted = arrayContains(suscripcionesPush.tipos, [notice.tipo])
		const devices = await tx.select({ id: suscripcionesPush.id }).from(suscripcionesPush).where(wanted)
		const sends = devices.map(({ id }) => ({ aviso: clave, suscripcion_id: id }))
		await jobs.enqueue(tx, 'enviar_aviso', sends)
	})
}

/** The meaning of an answer (RFC 8030): accepted, browser gone, rejected, or to be retried. */
function outcomeOf(answer: PostAnswer): PushOutcome {
	if (answer === undefined || answer === 408 || answer === 429 || answer >= 500) return 'sin_respuesta'
	if (answer === 404 || answer === 410) return 'vencido'
	return answer < 300 ? 'enviado' : 'rechazado'
}

/** Sends a message to a device and stores the result; a vanished browser's device is deleted. */
async function send(deps: SendContext, device: PushTarget & { id: string }, message: PushMessage) {
	const status = await postMessage(deps, device, message)
	const outcome = outcomeOf(status)
	const isDevice = eq(suscripcionesPush.id, device.id)
	if (outcome === 'vencido') await deps.db.delete(suscripcionesPush).where(isDevice)
	else {
		const now = deps.clock.now()
		const set = outcome === 'enviado' ? { ultimo_ok_at: now } : { ultimo_fallo_at: now }
		await deps.db.update(suscripcionesPush).set(set).where(isDevice)
	}
	const host = new URL(device.endpoint).host
	if (outcome === 'rechazado') deps.log.error({ host, estado: status }, 'a push service refused a notice')
	return { outcome, status }
}

/**
 * Sends a notice to one device, unless its owner lost the right or the kind is off. Throws when a retry is useful: no
 * answer, 429 or 5xx.
 */
export async function sendNotice(
	deps: SendContext,
	{ aviso, suscripcion_id }: { aviso: string; suscripcion_id: string },
): Promise<void> {
	const [notice, device] = [await readNotice(deps.db, aviso), await readActiveSubscription(deps.db, suscripcion_id)]
	if (!notice || !device?.tipos.includes(notice.tipo)) return
	const { tipo: kind, clave, ronda_id } = notice
	// Late stops of one round replace each other on the phone.
	const tag = ronda_id === null ? clave : `ronda:${ronda_id}`
	const { outcome, status } = await send(deps, device, { kind, ...pushText(kind, notice), tag })
	if (outcome === 'sin_respuesta') throw new Error(`a push service answered ${status ?? 'nothing'}`)
}

/** Sends a test to a device of the account at once. Refuses with `no_encontrado` when it has no such device. */
export async function sendTest(deps: SendContext, accountId: number, subscriptionId: string) {
	const device = isUuid(subscriptionId) ? await readActiveSubscription(deps.db, subscriptionId) : undefined
	if (device?.usuario_id !== accountId) refuse('no_encontrado')
	const { outcome, status } = await send(deps, device, { kind: 'prueba', ...testPushText, tag: 'prueba' })
	return { resultado: outcome, estado: status ?? null }
}

/** Deletes expired notices, and the devices without rights to notices. */
export async function purgeNotices({ db }: Pick<Context, 'db'>): Promise<void> {
	await db.delete(avisos).where(sql`${avisos.created_at} < now() - make_interval(days => ${rememberedDays})`)
	await pruneSubscriptions(db)
}
