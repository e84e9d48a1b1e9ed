import { z } from 'zod'
import { staffMail } from '#core/server/mail/define-mail.ts'

/** Mails about paid maps, to all staff. */
export const googleMails = {
	/** The paid map calls of a day are used up. */
	mapas_agotados: staffMail(z.object({ llamadas: z.int().min(1) }), (data) => {
		const llamadas = data.llamadas.toLocaleString('es-CL')
		return {
			title: 'Se acabaron los mapas de hoy',
			preview: `Google ya no responde hoy: se usó una de las partes de sus ${llamadas} llamadas diarias.`,
			paragraphs: [
				`De las ${llamadas} llamadas a Google que la tienda se permite al día ya se usó la parte de las sugerencias o la de los despachos. Hasta la medianoche sugiere y mide con sus propios mapas, y cobra el despacho como siempre.`,
				'Si hoy se vende más que nunca, sube GOOGLE_MAPS_DAILY_CALLS y reinicia la tienda. Si no, alguien puede estar gastando las llamadas: mira en el registro desde cuándo.',
			],
			place: { seccion: 'ordenes' },
			button: 'Ver las órdenes',
		}
	}),
}
