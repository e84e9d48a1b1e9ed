import { z } from 'zod'
import { staffMail } from '#core/server/mail/define-mail.ts'
import { formatMoment } from '#core/server/mail/spanish-dates.ts'

/** Mails about the shop's own work, to all staff. */
export const staffMails = {
	/** Mails were not sent for a while; arrives when they are sent again. */
	alarma_correos: staffMail(z.object({ cuantos: z.int().min(1), desde: z.iso.datetime() }), ({ cuantos, desde }) => ({
		title: `${cuantos === 1 ? 'Un correo esperó' : `${cuantos} correos esperaron`} más de 15 minutos`,
		preview: `El más antiguo es del ${formatMoment(desde)}.`,
		paragraphs: [
			`Desde el ${formatMoment(desde)} hubo correos que el servidor no aceptaba. Si lees esto, volvieron a salir o están saliendo.`,
			'Mira en el panel, en Trabajos, si alguno falla todavía: se puede reintentar. Los clientes recibirán sus avisos con retraso.',
		],
		place: { seccion: 'trabajos' },
	})),
}
