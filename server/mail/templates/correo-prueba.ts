import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const requestData = z.object({ pedido_por: z.string() })

/** That mails arrive. To whoever asked for it. */
export function testMail(datos: unknown, shop: MailShop): MailContent {
	const { pedido_por } = requestData.parse(datos)
	return {
		subject: 'Prueba: los correos de tu tienda llegan',
		preview: 'Si lees esto, tus clientes también reciben los suyos.',
		colors: [],
		title: 'Los correos llegan',
		paragraphs: [
			'Si lees esto, tus clientes también reciben los suyos. Si estaba en spam, pide a quien maneja tu dominio que autorice al servidor de correo (SPF y DKIM).',
		],
		isForStaff: true,
		button: { label: 'Volver a la lista', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'primer_dia' })}` },
		sections: [{ title: 'Quién lo pidió', rows: [{ label: 'Cuenta', value: pedido_por, isLong: true }] }],
	}
}
