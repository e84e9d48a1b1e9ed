import { z } from 'zod'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { greeting } from './greeting.ts'

const changeData = z.object({ nombre: z.string(), momento: z.iso.datetime() })

/** The password of an account changed: so that an owner who did not do it learns of it. */
export function passwordChanged(datos: unknown, { publicUrl, tienda }: MailShop): MailContent {
	const { nombre, momento } = changeData.parse(datos)
	const when = formatMoment(momento)
	return {
		subject: 'Cambió tu contraseña',
		preview: `Fue el ${when}.`,
		colors: [],
		title: 'Cambió tu contraseña',
		paragraphs: [
			`${greeting(nombre)} La contraseña de tu cuenta en Premium Shaker cambió el ${when}. Cerramos las sesiones que estaban abiertas.`,
			`Si no fuiste tú, elige otra con el botón y escríbenos a ${tienda.correo}.`,
		],
		button: { label: 'No fui yo', href: `${publicUrl}/forgot-password` },
		sections: [],
	}
}
