import { type SQL, sql } from 'drizzle-orm'
import { isMember } from '#domain/is-member.ts'
import type { MailTemplate } from '#domain/mail/mail-templates.ts'
import { settledSeconds } from '#domain/rounds/delivery-state.ts'
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
	/** The change by staff that it reports: the mail leaves when that can no longer be undone. */
	readonly cambio_id?: string
}

export type EnqueueMail = (tx: Transaction, mail: MailToEnqueue) => Promise<void>

/**
 * Mails about money that moved, a car that left, or a proof that staff refused are never held back: nobody pays, drives or refuses in
 * order to write to a stranger.
 */
const neverHeldBack: readonly MailTemplate[] = [
	'pago_confirmado',
	'comprobante_rechazado',
	'devolucion_hecha',
	'devolucion_por_aceptar',
	'documento_emitido',
	'en_camino',
	'entregado',
	'no_entregado',
	'retiro_acordado',
]

/** What the shop writes to an order's customer of itself, and anybody could cause; staff who send a mail again mean it. */
const isUnasked = ({ plantilla, clave }: MailToEnqueue) =>
	isMember(customerTemplates, plantilla) && !neverHeldBack.includes(plantilla) && !clave.startsWith('reenvio:')

/** A mail's row, in the order of the table's columns; no row where it is held back. */
function mailRow(id: string, mail: MailToEnqueue): SQL {
	const { clave, plantilla, destinatario, datos, orden_id = null, cambio_id = null } = mail
	return sql`select ${id}::uuid, ${clave}, ${plantilla}, ${destinatario}, ${JSON.stringify(datos)}::jsonb, ${orden_id}::uuid, now(), null::timestamptz, ${cambio_id}::uuid
		where ${isUnasked(mail) ? mayBeMailed(destinatario) : sql`true`}`
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
