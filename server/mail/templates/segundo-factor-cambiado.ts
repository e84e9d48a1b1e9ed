import { z } from 'zod'
import { type FactorChange, factorChanges } from '#domain/accounts/second-factor.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'

const changeData = z.object({ nombre: z.string(), cambio: z.enum(factorChanges) })

const sentences: Readonly<Record<FactorChange, string>> = {
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

/** The second factor of an account changed, or a recovery code opened it. To its owner. */
export function secondFactorChanged(datos: unknown, shop: MailShop): MailContent {
	const { nombre, cambio } = changeData.parse(datos)
	const title =
		cambio === 'codigo_usado' ? 'Entraste con un código de recuperación' : 'Cambió el segundo paso de tu cuenta'
	return {
		subject: title,
		preview: sentences[cambio],
		colors: [],
		title,
		paragraphs: [
			`${greeting(nombre)} ${sentences[cambio]}`,
			'Si no fuiste tú, cambia tu contraseña ahora, cierra tus sesiones en tu perfil y avisa al resto del equipo.',
		],
		button: { label: 'Ir a mi perfil', href: `${shop.publicUrl}/perfil` },
		sections: [],
	}
}
