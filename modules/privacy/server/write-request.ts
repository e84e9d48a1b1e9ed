import { and, eq, isNull } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { dataRequestDays, maxOpenRequests } from '#core/rules/limits.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { accountsOfMailbox } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { Context } from '#modules/lists/context.ts'
import { dataRightText } from '#modules/privacy/data-requests.ts'
import { readStaffRequest, shownToOwner } from '#modules/privacy/server/read-requests.ts'
import type { AskRequest, NoteRequest, OwnRequest, StaffRequest } from '#modules/privacy/shapes.ts'
import { solicitudesDatos } from '#modules/privacy/tables.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'mail'>

/** Inserts a request, or finds the same open one. */
async function insertOrFind(
	tx: Transaction,
	wanted: Omit<typeof solicitudesDatos.$inferInsert, 'responder_hasta'>,
	actorId: number,
) {
	const responder_hasta = daysLater(wanted.recibida, dataRequestDays)
	const [written] = await tx
		.insert(solicitudesDatos)
		.values({ ...wanted, responder_hasta })
		.onConflictDoNothing()
		.returning()
	if (written) {
		const entry = { tipo: 'solicitud', ref: written.id, usuario_id: actorId } as const
		await writeAudit(tx, { ...entry, accion: 'solicitud_recibida', detalle: dataRightText(written.derecho) })
		return { row: written, isNew: true }
	}
	const { email, derecho, texto, respondida_at } = solicitudesDatos
	const [open] = await tx
		.select()
		.from(solicitudesDatos)
		.where(and(eq(email, wanted.email), eq(derecho, wanted.derecho), eq(texto, wanted.texto), isNull(respondida_at)))
	if (!open) throw new Error('a request that was neither written nor found')
	return { row: open, isNew: false }
}

/**
 * Stores a customer's request about the own data, and mails the customer until when it is answered, and staff. The same
 * request again, while it is open, is the same one. Refuses with `sesion_expirada` for a deleted account, and with
 * `solicitudes_de_mas`.
 */
export async function askForOwnData(deps: Deps, accountId: number, asked: AskRequest): Promise<OwnRequest> {
	return await deps.db.transaction(async (tx) => {
		const isIts = and(eq(usuarios.id, accountId), isNull(usuarios.deleted_at))
		// Its requests are counted one after the other, and a deletion of the account finds all of them.
		const [account] = await tx.select().from(usuarios).where(isIts).for('no key update')
		if (!account) refuse('sesion_expirada')
		const nombre = `${account.first_name} ${account.last_name}`.trim()
		const person = { usuario_id: account.id, nombre, email: account.email }
		const wanted = { ...person, ...asked, recibida: dayIn(deps.clock.now()) }
		const { row, isNew } = await insertOrFind(tx, wanted, account.id)
		if (!isNew) return shownToOwner(row)
		const { usuario_id, respondida_at } = solicitudesDatos
		const open = await tx.$count(
			solicitudesDatos,
			and(eq(usuario_id, accountsOfMailbox(account.id)), isNull(respondida_at)),
		)
		if (open > maxOpenRequests) refuse('solicitudes_de_mas')
		const { id, derecho, responder_hasta } = row
		await deps.mail(tx, {
			clave: `solicitud_recibida:${id}`,
			plantilla: 'solicitud_recibida',
			destinatario: account.email,
			datos: { nombre: account.first_name, derecho, responder_hasta },
		})
		const datos = { derecho, responder_hasta, por_vencer: false }
		await notifyStaff(deps, tx, { clave: `solicitud_staff:${id}`, plantilla: 'solicitud_staff', datos })
		return shownToOwner(row)
	})
}

/**
 * Stores a request that arrived outside the shop, for the account with its address if there is one. The same request
 * again, while it is open, is the same one. Refuses with `correo_invalido`, and with `valor_invalido` for a day to come.
 */
export async function noteRequest(deps: Deps, actorId: number, noted: NoteRequest): Promise<StaffRequest> {
	const email = readEmail(noted.email)
	if (!email) refuse('correo_invalido', { extra: { campo: 'email' } })
	const today = dayIn(deps.clock.now())
	if (noted.recibida > today) {
		refuse('valor_invalido', { text: 'Ese día todavía no llega.', extra: { campo: 'recibida' } })
	}
	return await deps.db.transaction(async (tx) => {
		const [account] = await tx
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.email, email), isNull(usuarios.deleted_at)))
			.for('no key update')
		const { row } = await insertOrFind(tx, { ...noted, email, usuario_id: account?.id ?? null }, actorId)
		return await readStaffRequest(tx, row.id, today)
	})
}

/**
 * Mails the answer to the person, and keeps it with who gave it and when. The same answer again changes nothing. Refuses
 * with `no_encontrado`, and with `accion_no_corresponde` once there is another answer.
 */
export async function answerRequest(
	deps: Deps,
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
