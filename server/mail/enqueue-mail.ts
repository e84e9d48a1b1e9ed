import type { Transaction } from '#server/db/database.ts'
import { correos } from '#server/db/tables/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { MailTemplate } from '#server/mail/templates/templates.ts'

/** A mail to write down. `clave` is unique: the same occasion told twice sends one mail. */
export interface MailToEnqueue {
	readonly clave: string
	readonly plantilla: MailTemplate
	readonly destinatario: string
	readonly datos: Record<string, unknown>
	readonly orden_id?: string
}

export type EnqueueMail = (tx: Transaction, mail: MailToEnqueue) => Promise<void>

/** Writes mails down in the transaction of what they tell of, with the job that sends them. */
export function createEnqueueMail(jobs: Pick<Jobs, 'enqueue'>, newId: () => string): EnqueueMail {
	return async (tx, mail) => {
		const [row] = await tx
			.insert(correos)
			.values({ id: newId(), ...mail })
			.onConflictDoNothing({ target: correos.clave })
			.returning({ id: correos.id })
		if (row) await jobs.enqueue(tx, 'enviar_correo', { correo_id: row.id })
	}
}
