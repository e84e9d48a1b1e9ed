import { domainToUnicode } from 'node:url'
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { refuse } from '#core/contract/failure.ts'
import { secondsAfter } from '#core/rules/times.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { accountMail, formatMoment } from '#core/server/mail/define-mail.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { isReadAddress } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'

const nombre = z.string()

export const accountMails = {
	recuperar_clave: accountMail(z.object({ nombre, recuperacion_id: z.uuid() }), ({ recuperacion_id }, shop) => {
		const validity = 'El enlace dura 1 hora desde que lo pediste y sirve una sola vez.'
		return {
			subject: 'Elige tu nueva contraseña',
			preview: validity,
			title: 'Elige tu nueva contraseña',
			paragraphs: [
				`Pediste cambiar la contraseña de tu cuenta en Premium Shaker. ${validity}`,
				'Si no fuiste tú, ignora este correo: tu contraseña sigue igual.',
			],
			button: { label: 'Crear contraseña nueva', href: shop.resetLink(recuperacion_id) },
		}
	}),

	confirma_correo: accountMail(z.object({ nombre, usuario_id: z.int() }), ({ usuario_id }, shop) => ({
		subject: 'Confirma tu correo',
		preview: 'Con eso puedes pagar por transferencia o en efectivo.',
		title: 'Confirma tu correo',
		paragraphs: [
			'Para reservar un pedido por transferencia o en efectivo, confirma que este correo te llega. El enlace dura 7 días.',
			'Si no fuiste tú, no hagas nada: alguien escribió tu correo por error.',
		],
		button: { label: 'Confirmar mi correo', href: shop.provingLink(usuario_id) },
	})),

	clave_cambiada: accountMail(z.object({ nombre, momento: z.iso.datetime() }), ({ momento }, { publicUrl, tienda }) => {
		const when = formatMoment(momento)
		return {
			subject: 'Cambió tu contraseña',
			preview: `Fue el ${when}.`,
			title: 'Cambió tu contraseña',
			paragraphs: [
				`La contraseña de tu cuenta en Premium Shaker cambió el ${when}. Cerramos las sesiones que estaban abiertas.`,
				`Si no fuiste tú, elige otra con el botón y escríbenos a ${tienda.correo}.`,
			],
			button: { label: 'No fui yo', href: `${publicUrl}/forgot-password` },
		}
	}),

	/** A staff login from a browser that is new to the account. */
	dispositivo_nuevo: accountMail(
		z.object({ nombre, dispositivo: z.string(), momento: z.iso.datetime() }),
		({ dispositivo, momento }, { publicUrl }) => {
			const when = formatMoment(momento)
			return {
				subject: 'Entraron a tu cuenta desde un dispositivo nuevo',
				preview: `${dispositivo}, el ${when}.`,
				title: 'Un dispositivo nuevo',
				paragraphs: [
					'Tu cuenta del equipo se abrió en un navegador que no conocíamos.',
					'Si fuiste tú, no hagas nada. Si no, elige otra contraseña con el botón: cierra todas las sesiones. Y avisa al equipo.',
				],
				isForStaff: true,
				button: { label: 'No fui yo', href: `${publicUrl}/forgot-password` },
				sections: [
					{
						title: 'Desde dónde',
						rows: [
							{ label: 'Navegador', value: dispositivo },
							{ label: 'Cuándo', value: when },
						],
					},
				],
			}
		},
	),
}

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
		const isOwn = and(eq(destinatario, email), eq(plantilla, 'confirma_correo'), ofToday)
		if ((await tx.$count(correos, isOwn)) >= maxInDay) return
		await mail(tx, {
			clave: `confirma_correo:${id}:${Math.floor(now.getTime() / 1000 / perQuarter)}`,
			plantilla: 'confirma_correo',
			destinatario: email,
			datos: { nombre: first_name, usuario_id: id },
		})
	})
}

/** Marks the address as proved after its mailed link was opened. Grants no rights. Refuses with `enlace_vencido`. */
export async function proveAddress(
	{ db, clock, signer }: { readonly db: Database; readonly clock: Clock; readonly signer: Signer },
	token: string,
): Promise<{ confirmado: true }> {
	const accountId = signer.verify(purpose, token, clock.now())
	if (typeof accountId !== 'number') refuse('enlace_vencido')
	const isIt = and(eq(usuarios.id, accountId), isNull(usuarios.deleted_at))
	const [account] = await db.select({ readAt: usuarios.correo_leido_at }).from(usuarios).where(isIt)
	if (!account) refuse('enlace_vencido')
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
