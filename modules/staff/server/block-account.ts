import { and, eq, isNull } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { AccountBlock, BlockRequest } from '#modules/staff/shapes.ts'

/** The columns of an account's block, and how a list shows them. */
export const blockColumns = { bloqueada_at: usuarios.bloqueada_at, bloqueo_motivo: usuarios.bloqueo_motivo } as const
export const blockOf = (account: Pick<typeof usuarios.$inferSelect, keyof typeof blockColumns>) =>
	account.bloqueada_at
		? { bloqueo: { desde: account.bloqueada_at.toISOString(), motivo: account.bloqueo_motivo ?? '' } }
		: {}

/**
 * Blocks an account until the block is lifted, or lifts it: no new order, no mail but about its orders and what its owner
 * asks for, and in no list. Twice the same changes nothing. Refuses with `usuario_desconocido`, and with
 * `accion_no_corresponde` for an account of the team.
 */
export async function blockAccount(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
	actorId: number,
	accountId: number,
	{ bloqueada, motivo }: BlockRequest,
): Promise<{ bloqueo?: AccountBlock }> {
	return await db.transaction(async (tx) => {
		const isAccount = and(eq(usuarios.id, accountId), isNull(usuarios.deleted_at))
		// Waits for an order of the account that is just being placed, which takes a key share.
		const [account] = await tx.select().from(usuarios).where(isAccount).for('update')
		if (!account) refuse('usuario_desconocido')
		if ((account.bloqueada_at !== null) === bloqueada) return blockOf(account)
		if (account.is_staff || account.is_superuser) {
			refuse('accion_no_corresponde', { text: 'Es una cuenta del equipo: quítale antes Staff y Superuser.' })
		}
		const after = bloqueada
			? { bloqueada_at: clock.now(), bloqueo_motivo: motivo }
			: { bloqueada_at: null, bloqueo_motivo: null }
		await tx.update(usuarios).set(after).where(isAccount)
		const accion = bloqueada ? 'cuenta_bloqueada' : 'cuenta_desbloqueada'
		// Without the reason: the log keeps its rows after the account is deleted.
		await writeAudit(tx, { tipo: 'usuario', ref: accountId, usuario_id: actorId, accion })
		return blockOf(after)
	})
}
