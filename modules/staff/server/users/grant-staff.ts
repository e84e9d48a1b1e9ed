import { and, eq, isNull } from 'drizzle-orm'
import { readEmail } from '#core/rules/email-address.ts'
import { isSuperuser } from '#core/rules/permissions.ts'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { lockStaff } from '#modules/accounts/server/lock-staff.ts'
import { changeRights, type RightsDeps } from '#modules/staff/server/users/change-rights.ts'
import { done, notDone, type OperatorAnswer } from '#modules/staff/server/users/operator-answer.ts'

/**
 * Grants an account access to the panel, and reactivates it. The account has to exist. Makes it a superuser when the
 * shop has none.
 */
export async function grantStaff(deps: RightsDeps & { db: Database }, typed: string): Promise<OperatorAnswer> {
	const email = readEmail(typed)
	if (!email) return notDone(`«${typed}» no es un correo.`)
	return await deps.db.transaction(async (tx) => {
		const staff = await lockStaff(tx)
		const byEmail = and(eq(usuarios.email, email), isNull(usuarios.deleted_at))
		const [account] = await tx.select().from(usuarios).where(byEmail).for('update')
		if (!account) return notDone(`No hay una cuenta con ${email}. Primero debe registrarse en la tienda.`)
		const needsSuperuser = !staff.some(isSuperuser)
		if (account.is_staff && account.is_active && (account.is_superuser || !needsSuperuser)) {
			return done(`${email} ya es parte del equipo.`, ...waitingLine(account))
		}
		const flags = { is_staff: true, is_active: true, ...(needsSuperuser ? { is_superuser: true } : {}) }
		await changeRights(deps, tx, { account, flags, actor: undefined })
		const [now] = await tx.select().from(usuarios).where(byEmail)
		const what = needsSuperuser ? 'parte del equipo y superusuario' : 'parte del equipo'
		return done(`${email} ahora es ${what}.`, ...(now ? waitingLine(now) : []))
	})
}

function waitingLine({ derechos_en_espera }: { derechos_en_espera: boolean }): string[] {
	return derechos_en_espera ? ['Podrá entrar al panel cuando abra el enlace que le enviamos por correo.'] : []
}
