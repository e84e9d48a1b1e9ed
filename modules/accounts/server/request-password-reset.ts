import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt } from 'drizzle-orm'
import { readEmail } from '#core/rules/email-address.ts'
import { passwordResetSeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import type { Database } from '#core/server/db/database.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'
import type { ResetLinks } from '#modules/accounts/server/reset-links.ts'
import { recuperaciones } from '#modules/accounts/tables.ts'

/** The limit of recovery mails per account, from all addresses together. */
const maxMails = [
	{ seconds: 3600, max: 10 },
	{ seconds: 24 * 3600, max: 20 },
] as const
/** Longer than the work takes, so that the response time reveals nothing. Milliseconds. */
const resetAnswerMs = 300

export interface ResetRequestDeps {
	readonly db: Database
	readonly clock: Clock
	readonly links: ResetLinks
	readonly mail: EnqueueMail
}

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
export async function requestPasswordReset(deps: ResetRequestDeps, request: { email: string }): Promise<void> {
	const email = readEmail(request.email)
	const [work] = await Promise.allSettled([email ? sendLink(deps, email) : undefined, wait(resetAnswerMs)])
	if (work.status === 'rejected') throw work.reason
}
