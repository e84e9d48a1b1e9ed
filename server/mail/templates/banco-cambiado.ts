import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const changeData = z.object({
	campo: z.string(),
	antes: z.string(),
	despues: z.string(),
	/** Null: the shop itself. */
	quien: z.string().nullable(),
})

/** Where customers transfer their money to was changed. To staff. */
export function bankChanged(datos: unknown, shop: MailShop): MailContent {
	const { campo, antes, despues, quien } = changeData.parse(datos)
	return {
		subject: 'Cambiaron los datos para transferir',
		preview: `${campo}: ahora dice ${despues}.`,
		colors: [],
		title: 'Cambiaron los datos para transferir',
		paragraphs: [
			'Desde ahora los clientes ven estos datos al pagar por transferencia. Todo el equipo recibe este aviso. Si no corresponde, vuelve al valor anterior en Ajustes y cambia la contraseña de quien lo hizo.',
		],
		isForStaff: true,
		button: { label: 'Abrir los ajustes', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'ajustes' })}` },
		sections: [
			{
				title: 'Qué cambió',
				rows: [
					{ label: 'Dato', value: campo, isLong: true },
					{ label: 'Antes', value: antes || 'sin escribir', isLong: true },
					{ label: 'Ahora', value: despues || 'sin escribir', isLong: true },
					{ label: 'Quién lo hizo', value: quien ?? 'La tienda', isLong: true },
				],
			},
		],
	}
}
