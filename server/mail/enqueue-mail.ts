import { isMember } from '#domain/is-member.ts'
import type { MailTemplate } from '#domain/mail/mail-templates.ts'
import type { Transaction } from '#server/db/database.ts'
import { correos } from '#server/db/tables/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { customerTemplates } from '#server/mail/customer-mails.ts'
import { mayBeMailed } from '#server/mail/proved-address.ts'

/** A mail to write down. `clave` is unique: the same occasion told twice sends one mail. */
export interface MailToEnqueue {
	readonly clave: string
	readonly plantilla: MailTemplate
	readonly destinatario: string
	readonly datos: Record<string, unknown>
	readonly orden_id?: string
}

export type EnqueueMail = (tx: Transaction, mail: MailToEnqueue) => Promise<void>

/** Mails about money that moved, or a car that left, are never held back: nobody pays, or drives, in order to write to a stranger. */
const neverHeldBack: readonly MailTemplate[] = [
	'pago_confirmado',
	'devolucion_hecha',
	'devolucion_por_aceptar',
	'documento_emitido',
	'en_camino',
	'entregado',
	'no_entregado',
]

/** What the shop writes to an order's customer of itself, and anybody could cause; staff who send a mail again mean it. */
const isUnasked = ({ plantilla, clave }: MailToEnqueue) =>
	isMember(customerTemplates, plantilla) && !neverHeldBack.includes(plantilla) && !clave.startsWith('reenvio:')

/** Writes mails, with the job that sends them, in the caller's transaction. An unproved address gets few about orders. */
export function createEnqueueMail(jobs: Pick<Jobs, 'enqueue'>, newId: () => string): EnqueueMail {
	return async (tx, mail) => {
		if (isUnasked(mail) && !(await mayBeMailed(tx, mail.destinatario))) return
		const [row] = await tx
			.insert(correos)
			.values({ id: newId(), ...mail })
			.onConflictDoNothing({ target: correos.clave })
			.returning({ id: correos.id })
		if (row) await jobs.enqueue(tx, 'enviar_correo', { correo_id: row.id })
	}
}

/** What needs mails to be sent. */
export interface MailContext {
	readonly mail: EnqueueMail
}
