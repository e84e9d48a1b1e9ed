import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail, orRefuse, refuse } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/fields.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { passwordResetSeconds, secondsAfter } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { proveAddress } from '#modules/accounts/server/account-mails.ts'
import { hashToken } from '#modules/accounts/server/guard.ts'
import { field, loginLimitNames } from '#modules/accounts/server/log-in.ts'
import {
	brokenNewPasswordRule,
	hashingFor,
	hashPassword,
	type PasswordOwner,
} from '#modules/accounts/server/passwords.ts'
import { proveIdentity, readProof } from '#modules/accounts/server/prove-identity.ts'
import { type AccountDeps, endSessions } from '#modules/accounts/server/sessions.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'
import { runHooks } from '#modules/lists/context.ts'

/**
 * Sets an account's password, ends its sessions except `keepSession` and its recovery links, and mails its owner.
 * Updates the row first, so that a parallel login sees it.
 */
async function setPassword(
	{ mail }: AccountDeps,
	tx: Transaction,
	change: { accountId: number; password_hash: string; now: Date; keepSession?: string },
): Promise<void> {
	const { accountId, password_hash, now } = change
	const { id, email, first_name } = usuarios
	const [account] = await tx
		.update(usuarios)
		.set({ password_hash })
		.where(eq(id, accountId))
		.returning({ email, first_name })
	await endSessions(tx, accountId, now, change.keepSession)
	await tx
		.update(recuperaciones)
		.set({ used_at: now })
		.where(and(eq(recuperaciones.usuario_id, accountId), isNull(recuperaciones.used_at)))
	if (account) {
		await mail(tx, {
			clave: `clave_cambiada:${randomUUID()}`,
			plantilla: 'clave_cambiada',
			destinatario: account.email,
			datos: { nombre: account.first_name, momento: now.toISOString() },
		})
	}
	await writeAudit(tx, { tipo: 'usuario', ref: accountId, usuario_id: accountId, accion: 'cambiar_clave' })
}

/**
 * Changes the caller's password after a proof of identity. Ends the other sessions; this one gets new tokens, and its
 * proof keeps its age. Refuses with `clave_corta`, `clave_larga`, `clave_comun`, or as `proveIdentity` does.
 */
export async function changePassword(
	deps: AccountDeps,
	request: RequestOf<typeof endpoints.changePassword>,
	reply: FastifyReply,
): Promise<TokenAnswer> {
	const owner = request.usuario
	const proof = readProof(deps.browserCookie, request, reply)
	const broken = brokenNewPasswordRule(proof.new_password, owner)
	if (broken) refuse(broken)
	const settle = await proveIdentity(deps, owner, proof, { mayBeFresh: true })
	const password_hash = await hashPassword(proof.new_password, proof.queue)

	const { access, refresh, clock } = deps.sessions
	const now = clock.now()
	const token = refresh.issue(owner.sid)
	const changed = await deps.db.transaction(async (tx) => {
		const refused = await settle(tx)
		if (refused) return refused
		await setPassword(deps, tx, { accountId: owner.id, password_hash, now, keepSession: owner.sid })
		const [kept] = await tx
			.update(sesiones)
			.set({ refresh_hash: hashToken(token) })
			.where(and(eq(sesiones.id, owner.sid), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		if (!kept) return fail('sesion_expirada')
		return { access: await access.sign({ accountId: owner.id, sessionId: owner.sid }, now), refresh: token }
	})
	const tokens = orRefuse(changed)
	request.recordSecurity('clave_cambiada')
	deps.devices.remember(request, reply, owner.email)
	return tokens
}

/** The limit of recovery mails per account, from all addresses together. */
const maxMails = [
	{ seconds: 3600, max: 10 },
	{ seconds: 24 * 3600, max: 20 },
] as const
/** Longer than the work takes, so that the response time reveals nothing. Milliseconds. */
const resetAnswerMs = 300

/** Mails a link for a new password if the address has an active account; `requestPasswordReset` hides whether it has. */
async function sendLink({ db, clock, links, mail }: AccountDeps, email: string): Promise<void> {
	const now = clock.now()
	await db.transaction(async (tx) => {
		const [account] = await tx
			.select({ id: usuarios.id, nombre: usuarios.first_name })
			.from(usuarios)
			.where(and(eq(usuarios.email, email), isOpenAccount))
			.for('update')
		if (!account) return
		for (const { seconds, max } of maxMails) {
			const isRecent = gt(recuperaciones.created_at, secondsAfter(now, -seconds))
			const sent = await tx.$count(recuperaciones, and(eq(recuperaciones.usuario_id, account.id), isRecent))
			if (sent >= max) return
		}
		const id = randomUUID()
		await tx.insert(recuperaciones).values({
			id,
			usuario_id: account.id,
			token_hash: hashToken(links.tokenOf(id)),
			expires_at: secondsAfter(now, passwordResetSeconds),
			created_at: now,
		})
		await mail(tx, {
			clave: `recuperar_clave:${id}`,
			plantilla: 'recuperar_clave',
			destinatario: email,
			datos: { nombre: account.nombre, recuperacion_id: id },
		})
	})
}

/** SQL condition: the unused, unexpired recovery of a link. Compares hashes, so its time reveals nothing. */
const isOpenLink = (link: { readonly uid: string; readonly token: string }, now: Date) =>
	and(
		eq(recuperaciones.id, link.uid),
		eq(recuperaciones.token_hash, hashToken(link.token)),
		isNull(recuperaciones.used_at),
		gt(recuperaciones.expires_at, now),
	)

/** The account of a recovery link; undefined for an expired one. */
async function findPasswordReset(
	{ db, clock }: AccountDeps,
	link: { readonly uid: string; readonly token: string },
): Promise<PasswordOwner | undefined> {
	if (!isUuid(link.uid)) return undefined
	const { email, first_name, last_name } = usuarios
	const [owner] = await db
		.select({ email, first_name, last_name })
		.from(recuperaciones)
		.innerJoin(usuarios, eq(usuarios.id, recuperaciones.usuario_id))
		.where(and(isOpenLink(link, clock.now()), isOpenAccount))
	return owner
}

/**
 * Sets the password of a recovery link, once; ends every session and marks the address as proved. Refuses with
 * `enlace_clave_invalido` or, without using the link up, with `clave_corta`, `clave_larga`, `clave_comun`.
 */
async function confirmPasswordReset(
	deps: AccountDeps,
	request: RequestOf<typeof endpoints.confirmPasswordReset>,
	reply: FastifyReply,
) {
	const link = request.body
	const queue = hashingFor(request, reply, link.uid, false)
	// Validated before the costly hash, so that forged links cost nothing.
	const owner = await findPasswordReset(deps, link)
	if (!owner) refuse('enlace_clave_invalido')
	const broken = brokenNewPasswordRule(link.new_password, owner)
	if (broken) refuse(broken)
	const password_hash = await hashPassword(link.new_password, queue)
	const now = deps.clock.now()

	const accountId = await deps.db.transaction(async (tx) => {
		const [used] = await tx
			.update(recuperaciones)
			.set({ used_at: now })
			.where(isOpenLink(link, now))
			.returning({ accountId: recuperaciones.usuario_id })
		if (!used) refuse('enlace_clave_invalido')
		const [waiting] = await tx
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.id, used.accountId), usuarios.derechos_en_espera))
		if (waiting) await runHooks(deps.hooks.pendingRightsProved, tx, waiting.id)
		await setPassword(deps, tx, { accountId: used.accountId, password_hash, now })
		// The link was mailed, so its user reads the mailbox. Without an earlier proof, a linked Google identity may be
		// another person's. Pending rights are granted now.
		await tx
			.update(usuarios)
			.set({ email_verified_at: now, google_sub: null, derechos_en_espera: false })
			.where(and(eq(usuarios.id, used.accountId), or(isNull(usuarios.email_verified_at), usuarios.derechos_en_espera)))
		return used.accountId
	})
	await deps.limits.clear(loginLimitNames, owner.email)
	deps.devices.remember(request, reply, owner.email)
	request.recordSecurity('clave_recuperada', { usuario_id: accountId })
	return { message: 'Contraseña actualizada' }
}

export function recoveryRoutes(app: FastifyInstance, deps: AccountDeps): void {
	handle(
		app,
		endpoints.requestPasswordReset,
		async (request) => {
			const email = readEmail(request.body.email)
			// The same time with and without an account.
			const [work] = await Promise.allSettled([email ? sendLink(deps, email) : undefined, wait(resetAnswerMs)])
			if (work.status === 'rejected') throw work.reason
			request.recordSecurity('clave_pedida', { email })
			return { message: 'Si hay una cuenta con ese correo, te enviamos un enlace para elegir una nueva contraseña.' }
		},
		{ limits: { recuperar: { account: field('email') } } },
	)
	handle(app, endpoints.confirmAddress, ({ body }) => proveAddress(deps, body.token))
	handle(app, endpoints.validatePasswordReset, async ({ query }) => ({
		valid: (await findPasswordReset(deps, query)) !== undefined,
	}))
	handle(app, endpoints.confirmPasswordReset, (request, reply) => confirmPasswordReset(deps, request, reply))
}
