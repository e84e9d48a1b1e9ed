import { z } from 'zod'
import { accountMail } from '#core/server/mail/define-mail.ts'
import { formatMoment } from '#core/server/mail/spanish-dates.ts'

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
