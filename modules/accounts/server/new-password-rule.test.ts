import { expect, it } from 'vitest'
import { brokenNewPasswordRule } from '#modules/accounts/server/passwords.ts'

const ana = { email: 'ana@correo.cl', first_name: 'Ana', last_name: 'Rojas' }

it.each([
	['1234567', 'clave_corta'],
	['a'.repeat(129), 'clave_larga'],
	['password', 'clave_comun'],
	['1q2w3e4r5t', 'clave_comun'],
	['qwertyuiop', 'clave_comun'],
	['Football99', 'clave_comun'],
	['premiumshaker', 'clave_comun'],
	['anarojas1', 'clave_comun'],
	['contraseña segura', undefined],
	['tres palabras de nadie '.repeat(6).slice(0, 128), undefined],
])('rejects the new password %j with %s', (password, rule) => {
	expect(brokenNewPasswordRule(password, ana)).toBe(rule)
})
