import { type SQL, sql } from 'drizzle-orm'
import type { MailTemplate } from '#core/rules/mail-templates.ts'
import { settledSeconds } from '#core/rules/undo-times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import { correos } from '#core/server/mail/tables.ts'
import { mayBeMailed } from '#modules/accounts/server/proved-address.ts'
import { mayBeHeldBack } from '#shop/server/mail/mails.ts'

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

/** A mail's row, in the order of the table's columns; no row when it is held back, except a mail that staff resend. */
function mailRow(id: string, mail: MailToEnqueue): SQL {
	const { clave, plantilla, destinatario, datos, orden_id = null, cambio_id = null } = mail
	return sql`select ${id}::uuid, ${clave}, ${plantilla}, ${destinatario}, ${JSON.stringify(datos)}::jsonb, ${orden_id}::uuid, now(), null::timestamptz, ${cambio_id}::uuid
		where ${mayBeHeldBack(plantilla) && !clave.startsWith('reenvio:') ? mayBeMailed(destinatario) : sql`true`}`
}

/** Inserts mails with their jobs in the caller's transaction. An unproved address gets few mails about orders. */
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

/** Dependencies of mails. */
export interface MailContext {
	readonly mail: EnqueueMail
}
