import { isActiveStaff } from '#server/db/account-conditions.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import type { MailContext, MailToEnqueue } from '#server/mail/enqueue-mail.ts'

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
