import { randomUUID } from 'node:crypto'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import type { usuarios } from '#core/server/users/tables.ts'
import type { FactorChange } from '#modules/second-factor/second-factor.ts'

type Account = Pick<typeof usuarios.$inferSelect, 'id' | 'email' | 'first_name'>

/** Mails the owner each change of the second factor. */
export async function mailFactorChange(deps: MailContext, tx: Transaction, account: Account, cambio: FactorChange) {
	await deps.mail(tx, {
		clave: `segundo_factor:${account.id}:${randomUUID()}`,
		plantilla: 'segundo_factor_cambiado',
		destinatario: account.email,
		datos: { nombre: account.first_name, cambio },
	})
}

/**
 * Writes a change of the second factor to the audit log, and mails it to the owner. `actorId` null: the operator's
 * command.
 */
export async function noteFactorChange(
	deps: MailContext,
	tx: Transaction,
	account: Account,
	change: { readonly cambio: FactorChange; readonly actorId: number | null },
): Promise<void> {
	await writeAudit(tx, {
		tipo: 'usuario',
		ref: account.id,
		usuario_id: change.actorId,
		accion: 'segundo_factor',
		despues: change.cambio,
	})
	await mailFactorChange(deps, tx, account, change.cambio)
}
