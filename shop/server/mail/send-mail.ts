import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { settledSeconds } from '#core/rules/times.ts'
import type { Database } from '#core/server/db/database.ts'
import { FromNewerVersion, type Jobs } from '#core/server/jobs/jobs.ts'
import type { MailShop } from '#core/server/mail/define-mail.ts'
import type { EnqueueMail, MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import type { Mailer } from '#core/server/mail/smtp-mailer.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { isProvedAddress, mayBeMailed, provingLink } from '#modules/accounts/server/account-mails.ts'
import type { ResetLinks } from '#modules/accounts/server/sessions.ts'
import { mailOf } from '#modules/mails.ts'
import { correos } from '#modules/orders/mail-tables.ts'
import { orderLink } from '#modules/orders/server/order-links.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { bankOf, sellerOf } from '#modules/settings/shop-data.ts'
import { renderForUnproved, renderTemplate } from '#shop/server/mail/render-mail.ts'

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

interface SendMailDeps {
	readonly db: Database
	readonly mailer: Pick<Mailer, 'send'>
	readonly clock: Clock
	readonly signer: Signer
	readonly resetLinks: Pick<ResetLinks, 'linkOf'>
	readonly publicUrl: string
}

/**
 * Sends a stored mail once (job `enviar_correo`); after a crash in between, the second one has the same Message-ID.
 * Throws, to be retried, when it cannot be sent; FromNewerVersion for an unknown template.
 */
export function createSendMail(deps: SendMailDeps): (mailId: string) => Promise<void> {
	const { db, mailer, clock, signer, resetLinks, publicUrl } = deps
	const links = {
		publicUrl,
		signer,
		clock,
		orderLink: (orderId: string) => orderLink({ signer, clock, publicUrl }, orderId),
		resetLink: resetLinks.linkOf,
		provingLink: (accountId: number) => provingLink({ signer, clock, publicUrl }, accountId),
	}
	return async (mailId) => {
		const [found] = await db
			.select({ row: correos, isProved: isProvedAddress(correos.destinatario) })
			.from(correos)
			.where(eq(correos.id, mailId))
		// Undone, with the change by staff that it reported.
		if (!found) return
		const { row, isProved } = found
		if (row.enviado_at) return
		if (!mailOf(row.plantilla)) throw new FromNewerVersion(`no template ${row.plantilla}`)
		// An order outlives its anonymized customer: later mails about it have no recipient.
		if (row.destinatario !== '') {
			const settings = await readSettings(db)
			const shop: MailShop = {
				...links,
				tienda: sellerOf(settings),
				banco: bankOf(settings),
				pickupStation: settings.retiro_estacion ?? '',
			}
			const rendered = isProved
				? renderTemplate(row.plantilla, row.datos, shop)
				: renderForUnproved(row.plantilla, row.datos, shop)
			await mailer.send({ ...rendered, id: row.id, to: row.destinatario })
		}
		await db
			.update(correos)
			.set({ enviado_at: clock.now() })
			.where(and(eq(correos.id, row.id), isNull(correos.enviado_at)))
	}
}
