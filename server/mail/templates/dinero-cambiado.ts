import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const changeData = z.object({ campo: z.string(), antes: z.string(), despues: z.string(), quien: z.string() })

/** A price below half of the former, or a large discount code. To staff. */
export function moneyChanged(datos: unknown, shop: MailShop): MailContent {
	const { campo, antes, despues, quien } = changeData.parse(datos)
	return {
		subject: 'Cambió mucho lo que pagan los clientes',
		preview: `${campo}: ${despues}.`,
		colors: [],
		title: 'Cambió mucho lo que pagan los clientes',
		paragraphs: [
			'Todo el equipo recibe este aviso. Si no corresponde, vuelve atrás en el panel y cambia la contraseña de quien lo hizo.',
		],
		isForStaff: true,
		button: { label: 'Abrir el panel', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'productos' })}` },
		sections: [
			{
				title: 'Qué cambió',
				rows: [
					{ label: campo, value: despues, isLong: true },
					{ label: 'Antes', value: antes, isLong: true },
					{ label: 'Quién lo hizo', value: quien, isLong: true },
				],
			},
		],
	}
}
