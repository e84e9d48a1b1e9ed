import { and, eq, isNull } from 'drizzle-orm'
import { endSessions } from '#server/accounts/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { auditoria, recuperaciones, usuarios } from '#server/db/schema.ts'

/**
 * Gives an account a new password: every session of it ends, and every recovery link dies. The account's row changes first,
 * so that a login that was comparing the old password sees it.
 */
export async function setPassword(tx: Transaction, usuarioId: number, passwordHash: string, now: Date): Promise<void> {
	await tx.update(usuarios).set({ password_hash: passwordHash }).where(eq(usuarios.id, usuarioId))
	await endSessions(tx, usuarioId, now)
	await tx
		.update(recuperaciones)
		.set({ used_at: now })
		.where(and(eq(recuperaciones.usuario_id, usuarioId), isNull(recuperaciones.used_at)))
	await tx.insert(auditoria).values({
		tipo: 'usuario',
		ref: String(usuarioId),
		usuario_id: usuarioId,
		accion: 'cambiar_clave',
		created_at: now,
	})
}
