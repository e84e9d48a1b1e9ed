import { type SQL, sql } from 'drizzle-orm'
import { settledSeconds } from '#core/rules/undo-times.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import type { EnqueueMail, MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import { mayBeMailed } from '#modules/accounts/server/account-mails.ts'
import { mailOf } from '#modules/mails.ts'
import { correos } from '#modules/orders/mail-tables.ts'

/** A mail's row, in the order of the table's columns; no row when it is held back, except a mail that staff resend. */
function mailRow(id: string, mail: MailToEnqueue): SQL {
	const { clave, plantilla, destinatario, datos, orden_id = null, cambio_id = null } = mail
	return sql`select ${id}::uuid, ${clave}, ${plantilla}, ${destinatario}, ${JSON.stringify(datos)}::jsonb, ${orden_id}::uuid, now(), null::timestamptz, ${cambio_id}::uuid
		where ${mailOf(plantilla)?.mayBeHeldBack && !clave.startsWith('reenvio:') ? mayBeMailed(destinatario) : sql`true`}`
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
