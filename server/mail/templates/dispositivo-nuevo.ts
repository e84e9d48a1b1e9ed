import { z } from 'zod'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { greeting } from './greeting.ts'

const deviceData = z.object({ nombre: z.string(), dispositivo: z.string(), momento: z.iso.datetime() })

/** A member of staff's account was opened in a browser that never was in it. */
export function newDevice(datos: unknown, { publicUrl }: MailShop): MailContent {
	const { nombre, dispositivo, momento } = deviceData.parse(datos)
	const when = formatMoment(momento)
	return {
		subject: 'Entraron a tu cuenta desde un dispositivo nuevo',
		preview: `${dispositivo}, el ${when}.`,
		colors: [],
		title: 'Un dispositivo nuevo',
		paragraphs: [
			`${greeting(nombre)} Tu cuenta del equipo se abrió en un navegador que no conocíamos.`,
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
}
