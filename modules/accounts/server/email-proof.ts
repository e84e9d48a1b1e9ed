import { domainToUnicode } from 'node:url'
import { and, count, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { secondsAfter } from '#core/rules/lifetimes.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import { isReadAddress } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { correos } from '#modules/orders/mail-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

const purpose = 'confirmar_correo'
const linkDays = 7
/** Mails with the proving link per account: one per quarter of an hour, and a maximum per day. */
const perQuarter = 900
const maxInDay = 5

/** Returns the address-proving link of an account. Valid for a week. */
export function provingLink(deps: { signer: Signer; clock: Clock; publicUrl: string }, accountId: number): string {
	const token = deps.signer.sign(purpose, accountId, secondsAfter(deps.clock.now(), linkDays * 86_400))
	return `${deps.publicUrl}/confirmar-correo/${token}`
}

/** Mails an account its proving link, within the limits. */
export async function mailProvingLink(
	{ db, clock, mail }: { readonly db: Database; readonly clock: Clock; readonly mail: EnqueueMail },
	{ id, email, first_name }: Pick<CurrentUser, 'id' | 'email' | 'first_name'>,
): Promise<void> {
	const now = clock.now()
	await db.transaction(async (tx) => {
		const { destinatario, plantilla, created_at } = correos
		const ofToday = gt(created_at, secondsAfter(now, -86_400))
		const [sent] = await tx
			.select({ mails: count() })
			.from(correos)
			.where(and(eq(destinatario, email), eq(plantilla, 'confirma_correo'), ofToday))
		if ((sent?.mails ?? 0) >= maxInDay) return
		await mail(tx, {
			clave: `confirma_correo:${id}:${Math.floor(now.getTime() / 1000 / perQuarter)}`,
			plantilla: 'confirma_correo',
			destinatario: email,
			datos: { nombre: first_name, usuario_id: id },
		})
	})
}

/** Marks the address as proved after its mailed link was opened. Grants no rights. Fails with `enlace_vencido`. */
export async function proveAddress(
	{ db, clock, signer }: { readonly db: Database; readonly clock: Clock; readonly signer: Signer },
	token: string,
): Promise<{ confirmado: true } | Failure> {
	const accountId = signer.verify(purpose, token, clock.now())
	if (typeof accountId !== 'number') return fail('enlace_vencido')
	const isIt = and(eq(usuarios.id, accountId), isNull(usuarios.deleted_at))
	const [account] = await db.select({ readAt: usuarios.correo_leido_at }).from(usuarios).where(isIt)
	if (!account) return fail('enlace_vencido')
	if (account.readAt === null) await db.update(usuarios).set({ correo_leido_at: clock.now() }).where(isIt)
	return { confirmado: true }
}

/** Mails about orders to an unproved address, per hour and per day. */
const mostUnproved = { inHour: 10, inDay: 20 }

/** SQL condition: the address belongs to an account with a proved mailbox. */
export function isProvedAddress(email: string | typeof correos.destinatario): SQL<boolean> {
	return sql<boolean>`exists (select 1 from ${usuarios} where ${and(eq(usuarios.email, email), isReadAddress)})`
}

/**
 * SQL condition: one more mail about an order may be inserted: an unproved address gets few, whatever is ordered in its
 * name.
 */
export function mayBeMailed(email: string): SQL {
	const isRecent = gt(correos.created_at, sql`now() - interval '1 hour'`)
	const ofToday = and(
		eq(correos.destinatario, email),
		isNotNull(correos.orden_id),
		gt(correos.created_at, sql`now() - interval '1 day'`),
	)
	return sql`(${isProvedAddress(email)}
		or (select count(*) < ${mostUnproved.inDay} and count(*) filter (where ${isRecent}) < ${mostUnproved.inHour}
			from ${correos} where ${ofToday}))`
}

/** Stores that an order's signed link, which only mails contain, was opened. Grants no rights. */
export async function noteMailRead(db: Queryable, orderId: string, now: Date): Promise<void> {
	const ofOrder = db
		.select({ id: usuarios.id })
		.from(ordenes)
		.innerJoin(usuarios, and(eq(usuarios.id, ordenes.user), eq(usuarios.email, ordenes.email)))
		.where(eq(ordenes.id, orderId))
	await db
		.update(usuarios)
		.set({ correo_leido_at: now })
		.where(and(eq(usuarios.id, ofOrder), isNull(usuarios.correo_leido_at)))
}

/** Letters that readers in Chile recognise: in other scripts a domain can imitate another one. */
const plainlyRead = /^[\p{Script=Latin}\d.-]+$/u

/** An address with its domain in Unicode (`ventas@ñandu.cl`); the ASCII form is stored. */
export function readableEmail(email: string): string {
	const at = email.lastIndexOf('@')
	const domain = email.slice(at + 1)
	if (!domain.includes('xn--')) return email
	const letters = domainToUnicode(domain)
	return plainlyRead.test(letters) ? `${email.slice(0, at)}@${letters}` : email
}
