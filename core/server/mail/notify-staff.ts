import type { Transaction } from '#core/server/db/database.ts'
import type { MailContext, MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'

/** Mails every active staff account, once per occasion (`clave`). */
export async function notifyStaff(
	deps: MailContext,
	tx: Transaction,
	occasion: Omit<MailToEnqueue, 'destinatario'>,
): Promise<void> {
	const staff = await tx.select({ id: usuarios.id, email: usuarios.email }).from(usuarios).where(isActiveStaff)
	// Keyed by account id and not by address: a key stays when an account is deleted.
	for (const { id, email } of staff) {
		await deps.mail(tx, { ...occasion, clave: `${occasion.clave}:${id}`, destinatario: email })
	}
}
