import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import {
	isLastSuperuser,
	isSuperuser,
	shutsLastStaffOut,
	type UserFlag,
	userFlags,
	waitsForProof,
} from '#core/rules/permissions.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { rightsLinkSeconds, secondsAfter } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hashToken } from '#modules/accounts/server/guard.ts'
import { endSessions, type ResetLinks } from '#modules/accounts/server/sessions.ts'
import { recuperaciones } from '#modules/accounts/tables.ts'
import { type Hooks, runHooks } from '#modules/lists/context.ts'
import type { StaffUser } from '#modules/staff/shapes.ts'

export interface RightsDeps {
	readonly clock: Clock
	readonly mail: EnqueueMail
	readonly links: Pick<ResetLinks, 'tokenOf'>
	readonly hooks: Hooks
}

/**
 * Changes rights of one account: the only writer of rights. Logs the change and mails it to the account and all staff.
 * Rights of an unproved address are pending until its owner opens the mailed link; a disabled account loses its
 * sessions. The caller checks permissions and that the panel keeps an account.
 */
export async function changeRights(
	deps: RightsDeps,
	tx: Transaction,
	change: {
		/** The account as it is, locked by the caller. */
		readonly account: typeof usuarios.$inferSelect
		readonly flags: Readonly<Partial<Record<UserFlag, boolean>>>
		/** The account that changes them; undefined: the operator's command. */
		readonly actor: { readonly id: number; readonly email: string } | undefined
	},
): Promise<void> {
	const { account, flags, actor } = change
	const cambios = userFlags.flatMap((campo) => {
		const despues = flags[campo]
		return despues === undefined || despues === account[campo] ? [] : [{ campo, despues }]
	})
	if (cambios.length === 0) return
	const now = deps.clock.now()
	const after = { ...account, ...flags }
	const derechos_en_espera = waitsForProof(account, after)
	await tx
		.update(usuarios)
		.set({ ...flags, derechos_en_espera, version: sql`${usuarios.version} + 1` })
		.where(eq(usuarios.id, account.id))
	if (!after.is_active) await endSessions(tx, account.id, now)
	if (!after.is_active || !after.is_staff) await runHooks(deps.hooks.panelAccessLost, tx, account.id)
	for (const { campo, despues } of cambios) {
		const accion = actor ? 'editado' : 'comando'
		const entry = { tipo: 'usuario', ref: account.id, usuario_id: actor?.id ?? null, accion, campo } as const
		await writeAudit(tx, { ...entry, antes: !despues, despues })
		const detalle = `${campo}: ${despues ? 'sí' : 'no'}`
		const command = { accountId: account.id, tipo: 'derechos_cambiados', detalle } as const
		if (!actor) await runHooks(deps.hooks.operatorCommand, tx, command)
	}

	// The link by which the account's owner proves to read its mail, by setting a new password.
	let recuperacion_id: string | undefined
	if (derechos_en_espera && cambios.some(({ campo, despues }) => despues && campo !== 'is_active')) {
		const id = randomUUID()
		recuperacion_id = id
		const token_hash = hashToken(deps.links.tokenOf(id))
		const expires_at = secondsAfter(now, rightsLinkSeconds)
		await tx.insert(recuperaciones).values({ id, usuario_id: account.id, token_hash, expires_at, created_at: now })
	}

	const plantilla = 'derechos_cambiados'
	const datos = { cuenta: account.email, nombre: account.first_name, quien: actor?.email ?? null, cambios }
	const clave = (id: number) => `${plantilla}:${account.id}:${account.version + 1}:${id}`
	const own = { ...datos, es_propia: true, ...(recuperacion_id ? { recuperacion_id } : {}) }
	await deps.mail(tx, { clave: clave(account.id), plantilla, destinatario: account.email, datos: own })
	const staff = await tx.select({ id: usuarios.id, email: usuarios.email }).from(usuarios).where(isActiveStaff)
	for (const { id, email } of staff.filter((member) => member.id !== account.id)) {
		await deps.mail(tx, {
			clave: clave(id),
			plantilla,
			destinatario: email,
			datos: { ...datos, es_propia: false, espera: recuperacion_id !== undefined },
		})
	}
}

/** Columns of an account for the panel; the e-mail is the username. */
export const userColumns = {
	id: usuarios.id,
	username: usuarios.email,
	email: usuarios.email,
	first_name: usuarios.first_name,
	last_name: usuarios.last_name,
	is_staff: usuarios.is_staff,
	is_active: usuarios.is_active,
	is_superuser: usuarios.is_superuser,
	derechos_en_espera: usuarios.derechos_en_espera,
	version: usuarios.version,
} as const

/**
 * Locks active staff in the order of their ids with FOR NO KEY UPDATE: audit rows that refer to them can still be
 * inserted.
 */
export async function lockStaff(tx: Transaction): Promise<StaffUser[]> {
	return await tx.select(userColumns).from(usuarios).where(isActiveStaff).orderBy(asc(usuarios.id)).for('no key update')
}

/**
 * Grants an account access to the panel, and reactivates it. The account has to exist. Makes it a superuser when the
 * shop has none.
 */
export async function grantStaff(deps: StaffCommandDeps, typed: string): Promise<OperatorAnswer> {
	const email = readEmail(typed)
	if (!email) return notDone(`«${typed}» no es un correo.`)
	return await deps.db.transaction(async (tx) => {
		const staff = await lockStaff(tx)
		const byEmail = and(eq(usuarios.email, email), isNull(usuarios.deleted_at))
		const [account] = await tx.select().from(usuarios).where(byEmail).for('update')
		if (!account) return notDone(`No hay una cuenta con ${email}. Primero debe registrarse en la tienda.`)
		if (account.bloqueada_at)
			return notDone(`La cuenta de ${email} está bloqueada. Levanta antes el bloqueo, en el panel.`)
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
export async function revokeStaff(deps: StaffCommandDeps, typed: string): Promise<OperatorAnswer> {
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

export interface StaffCommandDeps extends RightsDeps {
	readonly db: Database
}

/** Success, also when nothing had to change. */
export const done = (...lines: string[]): OperatorAnswer => ({ ok: true, lines })
/** A failure with its reason. */
export const notDone = (...lines: string[]): OperatorAnswer => ({ ok: false, lines })
