import { and, eq, isNull } from 'drizzle-orm'
import { readEmail } from '#core/rules/email-address.ts'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { endSessions } from '#modules/accounts/server/sessions.ts'
import { runHooks } from '#modules/context.ts'
import { noteFactorChange, removeFactors } from '#modules/second-factor/server/change-factors.ts'
import { done, notDone, type OperatorAnswer, type RightsDeps } from '#modules/staff/server/rights.ts'

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
		const command = { accountId: account.id, tipo: 'segundo_factor_quitado', detalle: 'segundo paso' } as const
		await runHooks(deps.hooks.operatorCommand, tx, command)
		return done(`${email} entra otra vez solo con su contraseña. Pídele que agregue otro segundo paso en su perfil.`)
	})
}
