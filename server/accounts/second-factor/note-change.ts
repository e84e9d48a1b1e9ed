import { randomUUID } from 'node:crypto'
import type { FactorChange } from '#domain/accounts/second-factor.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Transaction } from '#server/db/database.ts'
import type { usuarios } from '#server/db/tables/accounts.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'

export interface ChangeDeps {
	readonly enqueueMail: EnqueueMail
}

type Account = Pick<typeof usuarios.$inferSelect, 'id' | 'email' | 'first_name'>

/** Mails the owner what happened to the second factor, each time. */
export async function mailFactorChange(tx: Transaction, deps: ChangeDeps, account: Account, cambio: FactorChange) {
	await deps.enqueueMail(tx, {
		clave: `segundo_factor:${account.id}:${randomUUID()}`,
		plantilla: 'segundo_factor_cambiado',
		destinatario: account.email,
		datos: { nombre: account.first_name, cambio },
	})
}

/** Writes a change of the second factor into the audit log, and mails it to the owner. `actorId` null: the operator's command. */
export async function noteFactorChange(
	tx: Transaction,
	deps: ChangeDeps,
	account: Account,
	cambio: FactorChange,
	actorId: number | null = account.id,
): Promise<void> {
	await writeAudit(tx, {
		...{ tipo: 'usuario', ref: account.id, usuario_id: actorId, accion: 'segundo_factor' },
		despues: cambio,
	})
	await mailFactorChange(tx, deps, account, cambio)
}
