import { z } from 'zod'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'

const provingData = z.object({ nombre: z.string(), usuario_id: z.int() })

/** The link by which a customer shows to read the mail of the account's address. */
export function proveAddressMail(datos: unknown, shop: MailShop): MailContent {
	const { nombre, usuario_id } = provingData.parse(datos)
	const validity = 'El enlace dura 7 días.'
	return {
		subject: 'Confirma tu correo',
		preview: 'Con eso puedes pagar por transferencia o en efectivo.',
		colors: [],
		title: 'Confirma tu correo',
		paragraphs: [
			`${greeting(nombre)} Para reservar un pedido por transferencia o en efectivo, confirma que este correo te llega. ${validity}`,
			'Si no fuiste tú, no hagas nada: alguien escribió tu correo por error.',
		],
		button: { label: 'Confirmar mi correo', href: shop.provingLink(usuario_id) },
		sections: [],
	}
}
