import { z } from 'zod'
import { longRow, staffMail } from '#core/server/mail/define-mail.ts'

const change = z.object({ campo: z.string(), antes: z.string(), despues: z.string() })

/** Mails about settings, to all staff. */
export const settingMails = {
	/** The bank account for transfers changed. `quien`: null when the environment changed it. */
	banco_cambiado: staffMail(
		z.object({ cambios: z.array(change), quien: z.string().nullable() }),
		({ cambios, quien }) => ({
			title: 'Cambiaron los datos para transferir',
			preview: cambios.map(({ campo, despues }) => `${campo}: ahora dice ${despues}.`).join(' '),
			paragraphs: [
				'Desde ahora los clientes ven estos datos al pagar por transferencia. Todo el equipo recibe este aviso. Si no corresponde, vuelve al valor anterior en Ajustes y cambia la contraseña de quien lo hizo.',
			],
			place: { seccion: 'ajustes', grupo: 'banco' },
			button: 'Abrir los ajustes',
			sections: [
				{
					title: 'Qué cambió',
					rows: [
						...cambios.flatMap(({ campo, antes, despues }) => [
							longRow(campo, despues || 'sin escribir'),
							longRow('Antes decía', antes || 'sin escribir'),
						]),
						longRow('Quién lo hizo', quien ?? 'La tienda'),
					],
				},
			],
		}),
	),
}
