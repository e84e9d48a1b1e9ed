import { and, asc, eq, isNull } from 'drizzle-orm'
import { readEmail } from '#core/rules/email-address.ts'
import { isLastSuperuser, isSuperuser, shutsLastStaffOut } from '#core/rules/permissions.ts'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { changeRights, lockStaff, type RightsDeps } from '#modules/staff/server/users/change-rights.ts'

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

export async function listStaff({ db }: { db: Database }): Promise<OperatorAnswer> {
	const staff = await db
		.select()
		.from(usuarios)
		.where(and(eq(usuarios.is_staff, true), isNull(usuarios.deleted_at)))
		.orderBy(asc(usuarios.id))
	const lines = staff.map(({ email, first_name, last_name, is_superuser, is_active, derechos_en_espera }) =>
		[
			email,
			`${first_name} ${last_name}`.trim(),
			is_superuser ? 'superusuario' : 'staff',
			is_active ? '' : 'desactivada',
			derechos_en_espera ? 'espera que abra su enlace' : '',
		]
			.filter(Boolean)
			.join('  ·  '),
	)
	return done(...(lines.length > 0 ? lines : ['Nadie es parte del equipo.']))
}

/** The result of an operator's command: whether it succeeded, and the lines to print. */
export interface OperatorAnswer {
	readonly ok: boolean
	readonly lines: readonly string[]
}

/** Dependencies of an operator's command. */
export interface StaffCommandDeps extends RightsDeps {
	readonly db: Database
}

/** Success, also when nothing had to change. */
export const done = (...lines: string[]): OperatorAnswer => ({ ok: true, lines })
/** A failure with its reason. */
export const notDone = (...lines: string[]): OperatorAnswer => ({ ok: false, lines })
