import { z } from 'zod'
import { longRow, staffMail } from '#core/server/mail/define-mail.ts'

/** The mail of a try-out, to the account that requested it. */
export const testMail = {
	/** To the staff account that requested it. */
	correo_prueba: staffMail(z.object({ pedido_por: z.string() }), ({ pedido_por }) => ({
		subject: 'Prueba: los correos de tu tienda llegan',
		preview: 'Si lees esto, tus clientes también reciben los suyos.',
		title: 'Los correos llegan',
		paragraphs: [
			'Si lees esto, tus clientes también reciben los suyos. Si estaba en spam, pide a quien maneja tu dominio que autorice al servidor de correo (SPF y DKIM).',
		],
		place: { seccion: 'primer_dia' },
		button: 'Volver a la lista',
		sections: [{ title: 'Quién lo pidió', rows: [longRow('Cuenta', pedido_por)] }],
	})),
}
