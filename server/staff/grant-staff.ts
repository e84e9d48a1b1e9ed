import { and, eq, isNull, sql } from 'drizzle-orm'
import { readEmail } from '#domain/accounts/email-address.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { recordCommand } from '#server/security/record-command.ts'
import { done, notDone, type OperatorAnswer } from '#server/staff/operator-answer.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

/** Lets an account into the panel, and makes it active again. The account has to exist: its owner registers first. */
export async function grantStaff(db: Database, typed: string): Promise<OperatorAnswer> {
	const email = readEmail(typed)
	if (!email) return notDone(`«${typed}» no es un correo.`)
	return await db.transaction(async (tx) => {
		const [account] = await tx
			.select()
			.from(usuarios)
			.where(and(eq(usuarios.email, email), isNull(usuarios.deleted_at)))
			.for('update')
		if (!account) return notDone(`No hay una cuenta con ${email}. Primero debe registrarse en la tienda.`)
		const missing = (['is_staff', 'is_active'] as const).filter((flag) => !account[flag])
		if (missing.length === 0) return done(`${email} ya es parte del equipo.`)
		await tx
			.update(usuarios)
			.set({ is_staff: true, is_active: true, version: sql`${usuarios.version} + 1` })
			.where(eq(usuarios.id, account.id))
		for (const campo of missing) {
			const entry = { tipo: 'usuario', ref: account.id, usuario_id: null, accion: 'comando', campo } as const
			await writeAudit(tx, { ...entry, antes: false, despues: true })
			await recordCommand(tx, account.id, `${campo}: sí`)
		}
		return done(`${email} ahora es parte del equipo.`)
	})
}
