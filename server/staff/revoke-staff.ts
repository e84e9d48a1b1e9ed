import { and, eq, isNull, sql } from 'drizzle-orm'
import { readEmail } from '#domain/accounts/email-address.ts'
import { shutsLastStaffOut } from '#domain/staff/permissions.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { recordCommand } from '#server/security/record-command.ts'
import { lockStaff } from '#server/staff/lock-staff.ts'
import { done, notDone, type OperatorAnswer } from '#server/staff/operator-answer.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

/** Shuts an account out of the panel, at once. The last one that can enter stays. */
export async function revokeStaff(db: Database, typed: string): Promise<OperatorAnswer> {
	const email = readEmail(typed)
	if (!email) return notDone(`«${typed}» no es un correo.`)
	return await db.transaction(async (tx) => {
		const staff = await lockStaff(tx)
		const [account] = await tx
			.select()
			.from(usuarios)
			.where(and(eq(usuarios.email, email), isNull(usuarios.deleted_at)))
			.for('update')
		if (!account) return notDone(`No hay una cuenta con ${email}.`)
		if (!account.is_staff) return done(`${email} no es parte del equipo.`)
		if (shutsLastStaffOut(staff, account.id, 'is_staff', false)) {
			return notDone(`${email} es la última cuenta que puede entrar al panel. Agrega otra antes, con grant.`)
		}
		await tx
			.update(usuarios)
			.set({ is_staff: false, is_superuser: false, version: sql`${usuarios.version} + 1` })
			.where(eq(usuarios.id, account.id))
		for (const campo of ['is_staff', 'is_superuser'] as const) {
			if (!account[campo]) continue
			const entry = { tipo: 'usuario', ref: account.id, usuario_id: null, accion: 'comando', campo } as const
			await writeAudit(tx, { ...entry, antes: true, despues: false })
			await recordCommand(tx, account.id, `${campo}: no`)
		}
		return done(`${email} ya no es parte del equipo.`)
	})
}
