import { eq } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { dayIn } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Context } from '#modules/lists/context.ts'
import { dataRightText } from '#modules/privacy/data-requests.ts'
import { readStaffRequest } from '#modules/privacy/server/read-requests.ts'
import type { StaffRequest } from '#modules/privacy/shapes.ts'
import { solicitudesDatos } from '#modules/privacy/tables.ts'

/**
 * Mails the answer to the person, and keeps it with who gave it and when. The same answer again changes nothing. Fails
 * with `no_encontrado`, and with `accion_no_corresponde` once there is another answer.
 */
export async function answerRequest(
	deps: Pick<Context, 'db' | 'clock' | 'mail'>,
	actorId: number,
	requestId: number,
	respuesta: string,
): Promise<StaffRequest> {
	const now = deps.clock.now()
	return await deps.db.transaction(async (tx) => {
		const isIt = eq(solicitudesDatos.id, requestId)
		const [request] = await tx.select().from(solicitudesDatos).where(isIt).for('update')
		if (!request) refuse('no_encontrado')
		if (request.respondida_at && request.respuesta !== respuesta) {
			refuse('accion_no_corresponde', { text: 'Esta solicitud ya está respondida.' })
		}
		if (!request.respondida_at) {
			await tx.update(solicitudesDatos).set({ respondida_at: now, respondida_por: actorId, respuesta }).where(isIt)
			const { nombre, derecho, recibida, email: destinatario } = request
			const entry = { tipo: 'solicitud', ref: requestId, usuario_id: actorId } as const
			await writeAudit(tx, { ...entry, accion: 'solicitud_respondida', detalle: dataRightText(derecho) })
			await deps.mail(tx, {
				clave: `solicitud_respondida:${requestId}`,
				plantilla: 'solicitud_respondida',
				destinatario,
				datos: { nombre, derecho, recibida, respuesta, con_cuenta: request.usuario_id !== null },
			})
		}
		return await readStaffRequest(tx, requestId, dayIn(now))
	})
}
