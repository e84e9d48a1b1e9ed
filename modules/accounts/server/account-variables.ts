import { z } from 'zod'
import { readEmail } from '#core/rules/email-address.ts'
import { brokenPasswordRule, maxPasswordCharacters, minPasswordCharacters } from '#core/rules/password-rules.ts'
import { text, url, variableGroup } from '#core/server/platform/variable-group.ts'
import { brokenNewPasswordRule } from '#modules/accounts/server/passwords.ts'

/** Variables of the first staff account and of signing in with Google. */
export const accountVariables = variableGroup({
	variables: {
		STAFF_EMAIL: z
			.string()
			.refine((email) => readEmail(email) !== undefined, 'debe ser un correo')
			.default('staff@premiumshaker.cl'),
		STAFF_PASSWORD: z
			.string()
			.refine(
				(password) => brokenPasswordRule(password) === undefined,
				`debe tener de ${minPasswordCharacters} a ${maxPasswordCharacters} caracteres`,
			)
			.optional(),
		GOOGLE_CLIENT_ID: text.optional(),
		GOOGLE_JWKS_URL: url.optional(),
		GOOGLE_SCRIPT_URL: url.optional(),
	},
	neededInProduction: ['STAFF_EMAIL', 'STAFF_PASSWORD'],
	problems({ STAFF_EMAIL, STAFF_PASSWORD, GOOGLE_JWKS_URL, GOOGLE_SCRIPT_URL }, isDemo) {
		if (isDemo) return []
		const problems: string[] = []
		const owner = { email: STAFF_EMAIL, first_name: '', last_name: '' }
		if (STAFF_PASSWORD && brokenNewPasswordRule(STAFF_PASSWORD, owner) === 'clave_comun') {
			problems.push(
				'STAFF_PASSWORD es fácil de adivinar: usa varias palabras que nadie juntaría, sin tu correo ni la tienda',
			)
		}
		if (GOOGLE_JWKS_URL || GOOGLE_SCRIPT_URL) {
			problems.push('GOOGLE_JWKS_URL y GOOGLE_SCRIPT_URL no se pueden cambiar con SHOP_MODE=production')
		}
		return problems
	},
})
