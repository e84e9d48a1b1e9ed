import { type SQL, sql } from 'drizzle-orm'
import type { MailTemplate } from '#domain/mail/mail-templates.ts'
import { settledSeconds } from '#domain/rounds/delivery-state.ts'
import type { Transaction } from '#server/db/database.ts'
import { correos } from '#server/db/tables/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { mayBeMailed } from '#server/mail/proved-address.ts'
import { mayBeHeldBack } from '#server/mail/templates/mails.ts'

/** A mail to write down. `clave` is unique: the same occasion told twice sends one mail. */
export interface MailToEnqueue {
	readonly clave: string
	readonly plantilla: MailTemplate
	readonly destinatario: string
	readonly datos: Record<string, unknown>
	readonly orden_id?: string
	/** The change by staff that it reports: the mail leaves when that can no longer be undone. */
	readonly cambio_id?: string
}

export type EnqueueMail = (tx: Transaction, mail: MailToEnqueue) => Promise<void>

/** A mail's row, in the order of the table's columns; no row when it is held back, which a mail that staff send again never is. */
function mailRow(id: string, mail: MailToEnqueue): SQL {
	const { clave, plantilla, destinatario, datos, orden_id = null, cambio_id = null } = mail
	return sql`select ${id}::uuid, ${clave}, ${plantilla}, ${destinatario}, ${JSON.stringify(datos)}::jsonb, ${orden_id}::uuid, now(), null::timestamptz, ${cambio_id}::uuid
		where ${mayBeHeldBack(plantilla) && !clave.startsWith('reenvio:') ? mayBeMailed(destinatario) : sql`true`}`
}

/** Writes mails, with the job that sends them, in the caller's transaction. An unproved address gets few about orders. */
export function createEnqueueMail(jobs: Pick<Jobs, 'enqueue'>, newId: () => string): EnqueueMail {
	return async (tx, mail) => {
		const [row] = await tx
			.insert(correos)
			.select(mailRow(newId(), mail))
			.onConflictDoNothing({ target: correos.clave })
			.returning({ id: correos.id })
		const wait = mail.cambio_id === undefined ? {} : { startAfterSeconds: settledSeconds }
		if (row) await jobs.enqueue(tx, 'enviar_correo', { correo_id: row.id }, wait)
	}
}

/** What needs mails to be sent. */
export interface MailContext {
	readonly mail: EnqueueMail
}
