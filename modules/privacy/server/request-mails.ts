import { z } from 'zod'
import { accountMail, formatDay, staffMail } from '#core/server/mail/define-mail.ts'
import { dataRights, dataRightText } from '#modules/privacy/data-requests.ts'

/** `responder_hasta`: a day of Santiago. */
const request = { derecho: z.enum(dataRights), responder_hasta: z.iso.date() }
/** At noon a day is the same in every zone of the shop. */
const dayText = (day: string) => formatDay(`${day}T12:00:00Z`)

export const requestMails = {
	solicitud_recibida: accountMail(
		z.object({ nombre: z.string(), ...request }),
		({ derecho, responder_hasta }, { publicUrl }) => ({
			subject: 'Recibimos tu solicitud sobre tus datos',
			preview: `Te respondemos a más tardar el ${dayText(responder_hasta)}.`,
			title: 'Recibimos tu solicitud',
			paragraphs: [
				`Recibimos tu solicitud de ${dataRightText(derecho).toLowerCase()} sobre tus datos personales. Te respondemos por correo a más tardar el ${dayText(responder_hasta)}.`,
				'En tu perfil ves cómo va. Si no la enviaste tú, escríbenos.',
			],
			button: { label: 'Ver mis solicitudes', href: `${publicUrl}/perfil` },
		}),
	),

	/** `respuesta`: the words of staff. Who wrote without an account has no profile. */
	solicitud_respondida: accountMail(
		z.object({
			nombre: z.string(),
			derecho: z.enum(dataRights),
			recibida: z.iso.date(),
			respuesta: z.string().min(1),
			con_cuenta: z.boolean(),
		}),
		({ derecho, recibida, respuesta, con_cuenta }, { publicUrl }) => ({
			subject: 'Respondimos tu solicitud sobre tus datos',
			preview: `Es la respuesta a tu solicitud del ${dayText(recibida)}.`,
			title: 'Respondimos tu solicitud',
			paragraphs: [
				`Esta es la respuesta a tu solicitud de ${dataRightText(derecho).toLowerCase()} sobre tus datos personales, que recibimos el ${dayText(recibida)}.`,
				'Si no quedas conforme, escríbenos. También puedes reclamar ante la Agencia de Protección de Datos Personales.',
			],
			button: con_cuenta
				? { label: 'Ir a mi perfil', href: `${publicUrl}/perfil` }
				: { label: 'Leer la política de privacidad', href: `${publicUrl}/politicas#privacidad` },
			sections: [{ title: 'Nuestra respuesta', paragraphs: respuesta.split(/\n+/) }],
		}),
	),

	/** A new request, or one whose day is near. Without the person: it is in the panel. */
	solicitud_staff: staffMail(
		z.object({ ...request, por_vencer: z.boolean() }),
		({ derecho, responder_hasta, por_vencer }) => ({
			title: por_vencer ? 'Falta responder una solicitud de datos' : 'Llegó una solicitud de datos',
			preview: `Se responde a más tardar el ${dayText(responder_hasta)}.`,
			paragraphs: [
				por_vencer
					? `La solicitud de ${dataRightText(derecho).toLowerCase()} sigue sin respuesta y vence el ${dayText(responder_hasta)}.`
					: `Llegó una solicitud de ${dataRightText(derecho).toLowerCase()} sobre datos personales. La ley da plazo: respóndela a más tardar el ${dayText(responder_hasta)}.`,
			],
			place: { seccion: 'solicitudes' },
			button: 'Ver la solicitud',
		}),
	),
}
