import { and, eq, isNull } from 'drizzle-orm'
import { readEmail } from '#domain/accounts/email-address.ts'
import { removeFactors } from '#server/accounts/second-factor/change-factors.ts'
import { noteFactorChange } from '#server/accounts/second-factor/note-change.ts'
import { endSessions } from '#server/accounts/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { recordCommand } from '#server/security/record-command.ts'
import type { RightsDeps } from '#server/staff/users/change-rights.ts'
import { done, notDone, type OperatorAnswer } from '#server/staff/users/operator-answer.ts'

/** Removes a lost second factor with its recovery codes, and ends the account's sessions. */
export async function resetFactor(deps: RightsDeps & { db: Database }, typed: string): Promise<OperatorAnswer> {
	const email = readEmail(typed)
	if (!email) return notDone(`«${typed}» no es un correo.`)
	return await deps.db.transaction(async (tx) => {
		const byEmail = and(eq(usuarios.email, email), isNull(usuarios.deleted_at))
		const [account] = await tx.select().from(usuarios).where(byEmail).for('update')
		if (!account) return notDone(`No hay una cuenta con ${email}.`)
		if (!account.segundo_factor_at) return done(`${email} no tiene un segundo paso.`)
		await removeFactors(tx, account.id)
		await endSessions(tx, account.id, deps.clock.now())
		await noteFactorChange(deps, tx, account, { cambio: 'quitado_por_comando', actorId: null })
		await recordCommand(tx, account.id, 'segundo paso', 'segundo_factor_quitado')
		return done(`${email} entra otra vez solo con su contraseña. Pídele que agregue otro segundo paso en su perfil.`)
	})
}
