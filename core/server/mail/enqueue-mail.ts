import type { MailTemplate } from '#core/rules/mail-templates.ts'
import type { Transaction } from '#core/server/db/database.ts'

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

export type EnqueueMail = (tx: Transaction, mail: MailToEnqueue) => Promise<void>

/** Dependencies of mails. */
export interface MailContext {
	readonly mail: EnqueueMail
}
