import type { MailTemplate } from '#core/rules/mails.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'

/** A mail to enqueue. `clave` is unique: one mail per occasion. */
export interface MailToEnqueue {
	readonly clave: string
	readonly plantilla: MailTemplate
	readonly destinatario: string
	readonly datos: Record<string, unknown>
	readonly orden_id?: string
	/** The reported change by staff: the mail is sent when it can no longer be undone. */
	readonly cambio_id?: string
}

export type EnqueueMail = (tx: Transaction, ...mails: readonly MailToEnqueue[]) => Promise<void>

/** Dependencies of mails. */
export interface MailContext {
	readonly mail: EnqueueMail
}

/** Mails every active staff account, once per occasion (`clave`). */
export async function notifyStaff(
	deps: MailContext,
	tx: Transaction,
	occasion: Omit<MailToEnqueue, 'destinatario'>,
): Promise<void> {
	const staff = await tx.select({ id: usuarios.id, email: usuarios.email }).from(usuarios).where(isActiveStaff)
	// Keyed by account id and not by address: a key stays when an account is deleted.
	const mails = staff.map(({ id, email }) => ({ ...occasion, clave: `${occasion.clave}:${id}`, destinatario: email }))
	await deps.mail(tx, ...mails)
}
