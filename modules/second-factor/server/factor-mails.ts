import { z } from 'zod'
import { accountMail } from '#core/server/mail/define-mail.ts'
import { type FactorChange, factorChanges } from '#modules/second-factor/second-factor.ts'

const factorTexts: Readonly<Record<FactorChange, string>> = {
	app_agregada:
		'Agregaste una app de códigos como segundo paso para entrar. Tus otras sesiones se cerraron si era el primero.',
	llave_agregada:
		'Agregaste una llave de acceso como segundo paso para entrar. Tus otras sesiones se cerraron si era el primero.',
	llave_quitada: 'Se quitó una llave de acceso de tu cuenta.',
	app_quitada: 'Se quitó la app de códigos de tu cuenta.',
	codigos_nuevos: 'Tu cuenta tiene códigos de recuperación nuevos. Los anteriores ya no sirven.',
	codigo_usado: 'Alguien entró a tu cuenta con un código de recuperación. Ese código ya no sirve.',
	quitado_por_comando: 'Quien opera la tienda quitó el segundo paso de tu cuenta y cerró tus sesiones.',
}

/** Mails about an account's second factor, to its owner. */
export const factorMails = {
	segundo_factor_cambiado: accountMail(
		z.object({ nombre: z.string(), cambio: z.enum(factorChanges) }),
		({ cambio }, shop) => {
			const title =
				cambio === 'codigo_usado' ? 'Entraste con un código de recuperación' : 'Cambió el segundo paso de tu cuenta'
			return {
				subject: title,
				preview: factorTexts[cambio],
				title,
				paragraphs: [
					factorTexts[cambio],
					'Si no fuiste tú, cambia tu contraseña ahora, cierra tus sesiones en tu perfil y avisa al resto del equipo.',
				],
				button: { label: 'Ir a mi perfil', href: `${shop.publicUrl}/perfil` },
			}
		},
	),
}
