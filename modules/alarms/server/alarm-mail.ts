import { z } from 'zod'
import { formatMoment, staffMail } from '#core/server/mail/define-mail.ts'

const alarm = z.object({ texto: z.string(), que_hacer: z.string(), desde: z.iso.datetime() })
const data = z.object({
	empiezan: z.array(alarm),
	terminan: z.array(alarm.extend({ terminada_at: z.iso.datetime() })),
})

export const alarmMails = {
	/** Alarms that began and ended since the last of these mails. */
	alarmas: staffMail(data, ({ empiezan, terminan }) => {
		const [first] = empiezan.length > 0 ? empiezan : terminan
		const count = empiezan.length > 0 ? empiezan.length : terminan.length
		const others = count > 1 ? ` y ${count - 1} más` : ''
		return {
			subject: empiezan.length > 0 ? `Atención: ${first?.texto}${others}` : `Ya pasó: «${first?.texto}»${others}`,
			preview: empiezan[0]?.que_hacer ?? 'No hay que hacer nada más.',
			title: empiezan.length > 0 ? 'La tienda necesita que alguien mire' : 'Ya pasó',
			paragraphs: [
				empiezan.length > 0
					? 'La tienda encontró un problema. Abajo está qué pasa y qué hacer; mientras dure sigue en Hoy, y un correo te avisa cuando pase.'
					: 'La tienda volvió a mirar y esto ya está bien. No hay que hacer nada más.',
			],
			place: {},
			sections: [
				...empiezan.map(({ texto, que_hacer, desde }) => ({
					title: texto,
					paragraphs: [que_hacer, `Desde el ${formatMoment(desde)}.`],
				})),
				...terminan.map(({ texto, desde, terminada_at }) => ({
					title: `Ya pasó: «${texto}»`,
					paragraphs: [`Desde el ${formatMoment(desde)} hasta el ${formatMoment(terminada_at)}.`],
				})),
			],
		}
	}),
}
