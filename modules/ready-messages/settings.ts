import { messageLabels, placeholderText } from '#modules/ready-messages/ready-messages.ts'
import { optionalText, settingGroup } from '#modules/settings/setting-kinds.ts'

const message = (clave: keyof typeof messageLabels, initial: string | null) =>
	({ label: messageLabels[clave], ...optionalText('line', 300, initial) }) as const

export const messageSettings = settingGroup({
	name: 'mensajes',
	title: 'Mensajes listos de WhatsApp',
	permission: 'cambiar_ajustes',
	freshProof: true,
	seen: `Los clientes los reciben cuando los envías. Puedes usar ${placeholderText}.`,
	settings: {
		mensaje_en_camino: message('mensaje_en_camino', 'Hola {nombre}, voy en camino con tu pedido {orden} a {lugar}.'),
		mensaje_comprobante: message(
			'mensaje_comprobante',
			'Hola {nombre}, nos falta el comprobante de la transferencia de {total} por tu pedido {orden}. Puedes enviarlo por aquí.',
		),
		mensaje_sin_pagar: message(
			'mensaje_sin_pagar',
			'Hola {nombre}, tu pedido {orden} por {total} quedó sin pagar. Puedes terminarlo al mismo precio desde el correo que te enviamos. ¿Te ayudo?',
		),
		mensaje_retiro: message(
			'mensaje_retiro',
			'Hola {nombre}, tu pedido {orden} está listo para retirar en {lugar}. ¿A qué hora te acomoda?',
		),
		mensaje_propio: message('mensaje_propio', null),
	},
})
