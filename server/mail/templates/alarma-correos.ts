import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'

const alarmData = z.object({ cuantos: z.int().min(1), desde: z.iso.datetime() })

/** Mails did not leave for a while. To staff, who get it when mails leave again. */
export function mailsLate(datos: unknown, shop: MailShop): MailContent {
	const { cuantos, desde } = alarmData.parse(datos)
	const what = cuantos === 1 ? 'Un correo esperó' : `${cuantos} correos esperaron`
	return {
		subject: `${what} más de 15 minutos`,
		preview: `El más antiguo es del ${formatMoment(desde)}.`,
		colors: [],
		title: `${what} más de 15 minutos`,
		paragraphs: [
			`Desde el ${formatMoment(desde)} hubo correos que el servidor no aceptaba. Si lees esto, volvieron a salir o están saliendo.`,
			'Mira en el panel, en Trabajos, si alguno falla todavía: se puede reintentar. Los clientes recibirán sus avisos con retraso.',
		],
		isForStaff: true,
		button: { label: 'Abrir el panel', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'trabajos' })}` },
		sections: [],
	}
}
