import { wordsText } from '#modules/ready-messages/ready-messages.ts'
import { settingGroup } from '#modules/settings/define-setting.ts'
import { optionalText } from '#modules/settings/setting-kinds.ts'

const message = (label: string, initial: string | null) => ({ label, ...optionalText('line', 300, initial) }) as const

export const messageSettings = settingGroup({
	name: 'mensajes',
	title: 'Mensajes listos de WhatsApp',
	permission: 'cambiar_ajustes',
	seen: `Los clientes los reciben cuando los envías. Puedes usar ${wordsText}.`,
	settings: {
		mensaje_en_camino: message('Voy en camino', 'Hola {nombre}, voy en camino con tu pedido {orden} a {lugar}.'),
		mensaje_comprobante: message(
			'Falta tu comprobante',
			'Hola {nombre}, nos falta el comprobante de la transferencia de {total} por tu pedido {orden}. Puedes enviarlo por aquí.',
		),
		mensaje_retiro: message(
			'Tu retiro está listo',
			'Hola {nombre}, tu pedido {orden} está listo para retirar en {lugar}. ¿A qué hora te acomoda?',
		),
		mensaje_propio: message('Otro mensaje', null),
	},
})
