import { and, eq, isNull } from 'drizzle-orm'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { mailPasswordChanged } from '#modules/accounts/server/security-mails.ts'
import { endSessions } from '#modules/accounts/server/sessions.ts'
import { recuperaciones } from '#modules/accounts/tables.ts'

/**
 * Sets an account's password, ends its sessions except `keepSession` and its recovery links, and mails its owner.
 * Updates the row first, so that a parallel login sees it.
 */
export async function setPassword(
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
