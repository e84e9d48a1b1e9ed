import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { type Failure, fail, isFailure, orRefuse } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/fields.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { passwordResetSeconds, secondsAfter } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import type { QueueOptions } from '#core/server/http/limits.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { mailPasswordChanged, proveAddress } from '#modules/accounts/server/account-mails.ts'
import { hashToken } from '#modules/accounts/server/guard.ts'
import { field, loginLimitNames } from '#modules/accounts/server/log-in.ts'
import {
	brokenNewPasswordRule,
	hashingFor,
	hashPassword,
	type PasswordOwner,
} from '#modules/accounts/server/passwords.ts'
import {
	type Proof,
	type ProofDeps,
	proveIdentity,
	type SessionOwner,
} from '#modules/accounts/server/prove-identity.ts'
import { type AccountDeps, endSessions } from '#modules/accounts/server/sessions.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'
import { runHooks } from '#modules/lists/context.ts'

/**
 * Sets an account's password, ends its sessions except `keepSession` and its recovery links, and mails its owner.
 * Updates the row first, so that a parallel login sees it.
 */
async function setPassword(
	deps: MailContext,
	tx: Transaction,
	change: { accountId: number; passwordHash: string; now: Date; keepSession?: string },
): Promise<void> {
	const { accountId, passwordHash, now } = change
	await tx.update(usuarios).set({ password_hash: passwordHash }).where(eq(usuarios.id, accountId))
	await endSessions(tx, accountId, now, change.keepSession)
	await tx
		.update(recuperaciones)
		.set({ used_at: now })
		.where(and(eq(recuperaciones.usuario_id, accountId), isNull(recuperaciones.used_at)))
	await mailPasswordChanged(deps, tx, accountId, now)
	await writeAudit(tx, { tipo: 'usuario', ref: accountId, usuario_id: accountId, accion: 'cambiar_clave' })
}

/**
 * Changes the caller's password after a proof of identity. Ends the other sessions; this one gets new tokens, and its
 * proof keeps its age. Fails with `clave_corta`, `clave_larga`, `clave_comun`, or as `proveIdentity` does.
 */
export async function changePassword(
	deps: ProofDeps & Pick<AccountDeps, 'mail'>,
	owner: SessionOwner & { email: string; first_name: string; last_name: string },
	request: Proof & { new_password: string },
): Promise<TokenAnswer | Failure> {
	const broken = brokenNewPasswordRule(request.new_password, owner)
	if (broken) return fail(broken)
	const proved = await proveIdentity(deps, owner, request, { mayBeFresh: true })
	if (isFailure(proved)) return proved
	const passwordHash = await hashPassword(request.new_password, request.queue)
	const { access, refresh, clock } = deps.sessions
	const now = clock.now()
	const token = refresh.issue(owner.sid)
	return await deps.db.transaction(async (tx) => {
		const refused = await proved.settle(tx)
		if (refused) return refused
		await setPassword(deps, tx, { accountId: owner.id, passwordHash, now, keepSession: owner.sid })
		const [kept] = await tx
			.update(sesiones)
			.set({ refresh_hash: hashToken(token) })
			.where(and(eq(sesiones.id, owner.sid), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		if (!kept) return fail('sesion_expirada')
		return { access: await access.sign({ accountId: owner.id, sessionId: owner.sid }, now), refresh: token }
	})
}

/** The limit of recovery mails per account, from all addresses together. */
const maxMails = [
	{ seconds: 3600, max: 10 },
	{ seconds: 24 * 3600, max: 20 },
] as const
/** Longer than the work takes, so that the response time reveals nothing. Milliseconds. */
const resetAnswerMs = 300

type ResetRequestDeps = Pick<AccountDeps, 'db' | 'clock' | 'links' | 'mail'>

async function sendLink(deps: ResetRequestDeps, email: string): Promise<void> {
	const now = deps.clock.now()
	await deps.db.transaction(async (tx) => {
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
			token_hash: hashToken(deps.links.tokenOf(id)),
			expires_at: secondsAfter(now, passwordResetSeconds),
			created_at: now,
		})
		await deps.mail(tx, {
			clave: `recuperar_clave:${id}`,
			plantilla: 'recuperar_clave',
			destinatario: email,
			datos: { nombre: account.nombre, recuperacion_id: id },
		})
	})
}

/** Mails a link for a new password if the address has an active account; takes the same time if not. */
async function requestPasswordReset(deps: ResetRequestDeps, request: { email: string }): Promise<void> {
	const email = readEmail(request.email)
	const [work] = await Promise.allSettled([email ? sendLink(deps, email) : undefined, wait(resetAnswerMs)])
	if (work.status === 'rejected') throw work.reason
}

/** The account of a recovery link; undefined for an expired one. Compares hashes, so its time reveals nothing. */
async function findPasswordReset(
	deps: Pick<AccountDeps, 'db' | 'clock'>,
	link: { readonly uid: string; readonly token: string },
): Promise<PasswordOwner | undefined> {
	if (!isUuid(link.uid)) return undefined
	const { email, first_name, last_name } = usuarios
	const [owner] = await deps.db
		.select({ email, first_name, last_name })
		.from(recuperaciones)
		.innerJoin(usuarios, eq(usuarios.id, recuperaciones.usuario_id))
		.where(
			and(
				eq(recuperaciones.id, link.uid),
				eq(recuperaciones.token_hash, hashToken(link.token)),
				isNull(recuperaciones.used_at),
				gt(recuperaciones.expires_at, deps.clock.now()),
				isOpenAccount,
			),
		)
	return owner
}

/**
 * Sets the password of a recovery link, once; ends every session, marks the address as proved and returns it. Fails
 * with `enlace_clave_invalido` or, without using the link up, with `clave_corta`, `clave_larga`, `clave_comun`.
 */
async function confirmPasswordReset(
	deps: Pick<AccountDeps, 'db' | 'clock' | 'mail' | 'hooks'>,
	request: { uid: string; token: string; new_password: string; queue?: QueueOptions },
): Promise<{ accountId: number; email: string } | Failure> {
	// Validated before the costly hash, so that forged links cost nothing.
	const owner = await findPasswordReset(deps, request)
	if (!owner) return fail('enlace_clave_invalido')
	const broken = brokenNewPasswordRule(request.new_password, owner)
	if (broken) return fail(broken)
	const passwordHash = await hashPassword(request.new_password, request.queue)
	const now = deps.clock.now()

	return await deps.db.transaction(async (tx) => {
		const [used] = await tx
			.update(recuperaciones)
			.set({ used_at: now })
			.where(
				and(
					eq(recuperaciones.id, request.uid),
					eq(recuperaciones.token_hash, hashToken(request.token)),
					isNull(recuperaciones.used_at),
					gt(recuperaciones.expires_at, now),
				),
			)
			.returning({ accountId: recuperaciones.usuario_id })
		if (!used) return fail('enlace_clave_invalido')
		const [waiting] = await tx
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.id, used.accountId), usuarios.derechos_en_espera))
		if (waiting) await runHooks(deps.hooks.pendingRightsProved, tx, waiting.id)
		await setPassword(deps, tx, { accountId: used.accountId, passwordHash, now })
		// The link was mailed, so its user reads the mailbox. Without an earlier proof, a linked Google identity may be
		// another person's. Pending rights are granted now.
		await tx
			.update(usuarios)
			.set({ email_verified_at: now, google_sub: null, derechos_en_espera: false })
			.where(and(eq(usuarios.id, used.accountId), or(isNull(usuarios.email_verified_at), usuarios.derechos_en_espera)))
		return { accountId: used.accountId, email: owner.email }
	})
}

export function recoveryRoutes(deps: AccountDeps): FastifyPluginAsync {
	return async (app) => {
		handle(
			app,
			endpoints.requestPasswordReset,
			async (request) => {
				await requestPasswordReset(deps, request.body)
				request.recordSecurity('clave_pedida', { email: readEmail(request.body.email) })
				return { message: 'Si hay una cuenta con ese correo, te enviamos un enlace para elegir una nueva contraseña.' }
			},
			{ limits: { recuperar: { account: field('email') } } },
		)
		handle(app, endpoints.confirmAddress, async ({ body }) => orRefuse(await proveAddress(deps, body.token)))
		handle(app, endpoints.validatePasswordReset, async ({ query }) => ({
			valid: (await findPasswordReset(deps, query)) !== undefined,
		}))
		handle(app, endpoints.confirmPasswordReset, async (request, reply) => {
			const queue = hashingFor(request, reply, request.body.uid, false)
			const { accountId, email } = orRefuse(await confirmPasswordReset(deps, { ...request.body, queue }))
			await deps.limits.clear(loginLimitNames, email)
			deps.devices.remember(request, reply, email)
			request.recordSecurity('clave_recuperada', { usuario_id: accountId })
			return { message: 'Contraseña actualizada' }
		})
	}
}
