import { and, eq, isNull } from 'drizzle-orm'
import { readEmail } from '#core/rules/email-address.ts'
import { isLastSuperuser, shutsLastStaffOut } from '#core/rules/permissions.ts'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { lockStaff } from '#modules/accounts/server/lock-staff.ts'
import { changeRights, type RightsDeps } from '#modules/staff/server/users/change-rights.ts'
import { done, notDone, type OperatorAnswer } from '#modules/staff/server/users/operator-answer.ts'

/**
 * Revokes an account's access to the panel at once. The last account with access stays, and so does the last superuser.
 */
export async function revokeStaff(deps: RightsDeps & { db: Database }, typed: string): Promise<OperatorAnswer> {
	const email = readEmail(typed)
	if (!email) return notDone(`«${typed}» no es un correo.`)
	return await deps.db.transaction(async (tx) => {
		const staff = await lockStaff(tx)
		const byEmail = and(eq(usuarios.email, email), isNull(usuarios.deleted_at))
		const [account] = await tx.select().from(usuarios).where(byEmail).for('update')
		if (!account) return notDone(`No hay una cuenta con ${email}.`)
		if (!account.is_staff) return done(`${email} no es parte del equipo.`)
		if (shutsLastStaffOut(staff, account.id, 'is_staff', false)) {
			return notDone(`${email} es la última cuenta que puede entrar al panel. Agrega otra antes, con grant.`)
		}
		if (isLastSuperuser(staff, account.id)) {
			return notDone(`${email} es el último superusuario. Marca antes Superuser en otra cuenta, en el panel.`)
		}
		await changeRights(deps, tx, { account, flags: { is_staff: false, is_superuser: false }, actor: undefined })
		return done(`${email} ya no es parte del equipo.`)
	})
}
