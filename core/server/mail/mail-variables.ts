import { z } from 'zod'
import { isThisMachine } from '#core/server/platform/network-reach.ts'
import { signsInPassword, text, variableGroup } from '#core/server/platform/variable-group.ts'

/** Whether mail is always sent encrypted: by smtps, or by smtp with mandatory STARTTLS. */
function isMailEncrypted(address: string): boolean {
	if (isThisMachine(address)) return true
	const { protocol, password, searchParams } = new URL(address)
	const insists = searchParams.get('requireTLS') === 'true'
	const takesBack = [...searchParams].some(
		([name, value]) => /^(secure|requireTLS|tls\.rejectUnauthorized)$/i.test(name) && !/^(true|1)$/i.test(value),
	)
	const ignores = searchParams.has('ignoreTLS') || searchParams.has('opportunisticTLS')
	return !takesBack && !ignores && (protocol === 'smtps:' || password !== '' || insists)
}

export const mailVariables = variableGroup({
	variables: {
		SMTP_URL: z
			.string()
			.regex(/^smtps?:\/\//, 'debe empezar con smtp:// o smtps://')
			.refine(
				(address) => URL.canParse(address) && new URL(address).hostname !== '',
				`debe ser como smtps://usuario:contraseña@servidor:465, ${signsInPassword}`,
			)
			.optional(),
		MAIL_FROM: text
			.refine(
				(from) => z.email().safeParse(/<([^<>]+)>$/.exec(from)?.[1] ?? from).success,
				'debe tener un correo, como Tienda <hola@tienda.cl>',
			)
			.default('Premium Shaker <hola@premiumshaker.cl>'),
	},
	neededInProduction: ['SMTP_URL', 'MAIL_FROM'],
	problems({ SMTP_URL }, isDemo) {
		if (isDemo || SMTP_URL === undefined || isMailEncrypted(SMTP_URL)) return []
		return [
			'SMTP_URL dejaría salir los correos sin cifrar: usa smtps://, o smtp:// con ?requireTLS=true y un servidor con STARTTLS',
		]
	},
})
