import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { retentionDays } from '#core/rules/retention.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Context } from '#modules/lists/context.ts'
import { correos } from '#modules/orders/tables.ts'
import { anonymizeMails } from '#modules/privacy/server/anonymize-orders.ts'
import { isNear } from '#modules/privacy/server/read-requests.ts'
import { solicitudesDatos } from '#modules/privacy/tables.ts'

/** Mails staff of each open request that is due soon, once. A daily job. */
export async function remindOfRequests(deps: Pick<Context, 'db' | 'clock' | 'mail'>): Promise<void> {
	const now = deps.clock.now()
	await deps.db.transaction(async (tx) => {
		const near = await tx
			.update(solicitudesDatos)
			.set({ avisada_at: now })
			.where(and(isNear(now), isNull(solicitudesDatos.avisada_at)))
			.returning()
		for (const { id, derecho, responder_hasta } of near) {
			const datos = { derecho, responder_hasta, por_vencer: true }
			await notifyStaff(deps, tx, { clave: `solicitud_por_vencer:${id}`, plantilla: 'solicitud_staff', datos })
		}
	})
}

/** Deletes requests a year after their answer, with what their mails said. A daily job. */
export async function purgeRequests({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
	const now = clock.now()
	const end = new Date(now.getTime() - retentionDays.dataRequest * 86_400_000)
	await db.transaction(async (tx) => {
		const old = await tx
			.delete(solicitudesDatos)
			.where(lt(solicitudesDatos.respondida_at, end))
			.returning({ id: solicitudesDatos.id })
		const keys = old.flatMap(({ id }) => [`solicitud_recibida:${id}`, `solicitud_respondida:${id}`])
		if (keys.length > 0) await anonymizeMails(tx, inArray(correos.clave, keys), now)
	})
}

/**
 * Takes the person out of the requests of an account that is deleted: right and days stay as the proof. An open one ends
 * with it, as nobody is left to answer to.
 */
export async function forgetRequests(
	tx: Transaction,
	{ id, email, now }: { readonly id: number; readonly email: string; readonly now: Date },
): Promise<void> {
	const { usuario_id, respondida_at, respuesta } = solicitudesDatos
	await tx
		.update(solicitudesDatos)
		.set({
			nombre: '',
			email: '',
			texto: '',
			respuesta: sql`case when ${isNotNull(respuesta)} then '' end`,
			respondida_at: sql`coalesce(${respondida_at}, ${now.toISOString()}::timestamptz)`,
		})
		.where(or(eq(usuario_id, id), eq(solicitudesDatos.email, email)))
}
