import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const changeData = z.object({
	cambios: z.array(z.object({ campo: z.string(), antes: z.string(), despues: z.string() })),
	/** Null: the shop itself. */
	quien: z.string().nullable(),
})

/** Where customers transfer their money to was changed. To staff. */
export function bankChanged(datos: unknown, shop: MailShop): MailContent {
	const { cambios, quien } = changeData.parse(datos)
	return {
		subject: 'Cambiaron los datos para transferir',
		preview: cambios.map(({ campo, despues }) => `${campo}: ahora dice ${despues}.`).join(' '),
		colors: [],
		title: 'Cambiaron los datos para transferir',
		paragraphs: [
			'Desde ahora los clientes ven estos datos al pagar por transferencia. Todo el equipo recibe este aviso. Si no corresponde, vuelve al valor anterior en Ajustes y cambia la contraseña de quien lo hizo.',
		],
		isForStaff: true,
		button: {
			label: 'Abrir los ajustes',
			href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'ajustes', grupo: 'banco' })}`,
		},
		sections: [
			{
				title: 'Qué cambió',
				rows: [
					...cambios.flatMap(({ campo, antes, despues }) => [
						{ label: campo, value: despues || 'sin escribir', isLong: true },
						{ label: 'Antes decía', value: antes || 'sin escribir', isLong: true },
					]),
					{ label: 'Quién lo hizo', value: quien ?? 'La tienda', isLong: true },
				],
			},
		],
	}
}
