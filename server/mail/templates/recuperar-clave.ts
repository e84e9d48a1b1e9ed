import { z } from 'zod'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'

const resetData = z.object({ nombre: z.string(), recuperacion_id: z.uuid() })

/** The way to a new password, for whoever lost the old one. */
export function passwordReset(datos: unknown, shop: MailShop): MailContent {
	const { nombre, recuperacion_id } = resetData.parse(datos)
	const validity = 'El enlace dura 1 hora desde que lo pediste y sirve una sola vez.'
	return {
		subject: 'Elige tu nueva contraseña',
		preview: validity,
		colors: [],
		title: 'Elige tu nueva contraseña',
		paragraphs: [
			`${greeting(nombre)} Pediste cambiar la contraseña de tu cuenta en Premium Shaker. ${validity}`,
			'Si no fuiste tú, ignora este correo: tu contraseña sigue igual.',
		],
		button: { label: 'Crear contraseña nueva', href: shop.resetLink(recuperacion_id) },
		sections: [],
	}
}
