import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Transaction } from '#core/server/db/database.ts'
import { accountMail } from '#core/server/mail/define-mail.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import { formatMoment } from '#core/server/mail/spanish-dates.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { deviceName } from '#modules/accounts/device-name.ts'
import type { LoginContext } from '#modules/accounts/server/login-hooks.ts'

const nombre = z.string()

/** Mails about an account, to its owner. */
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

export async function mailPasswordChanged(
	deps: MailContext,
	tx: Transaction,
	accountId: number,
	now: Date,
): Promise<void> {
	const { email, first_name } = usuarios
	const [account] = await tx.select({ email, first_name }).from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) return
	await deps.mail(tx, {
		clave: `clave_cambiada:${randomUUID()}`,
		plantilla: 'clave_cambiada',
		destinatario: account.email,
		datos: { nombre: account.first_name, momento: now.toISOString() },
	})
}

/**
 * Mails staff about a login from a browser that is new to the account; customers get no such mail. Returns whether it
 * did. `dispositivo` is the User-Agent; the mail names browser and system.
 */
export async function mailNewDevice(
	deps: MailContext & { readonly sessions: Pick<LoginContext, 'clock'> },
	tx: Transaction,
	login: { accountId: number; dispositivo: string },
): Promise<boolean> {
	const { email, first_name, is_staff } = usuarios
	const [account] = await tx
		.select({ email, first_name, is_staff })
		.from(usuarios)
		.where(eq(usuarios.id, login.accountId))
	if (!account?.is_staff) return false
	await deps.mail(tx, {
		clave: `dispositivo_nuevo:${randomUUID()}`,
		plantilla: 'dispositivo_nuevo',
		destinatario: account.email,
		datos: {
			nombre: account.first_name,
			dispositivo: deviceName(login.dispositivo),
			momento: deps.sessions.clock.now().toISOString(),
		},
	})
	return true
}
