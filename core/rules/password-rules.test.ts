import { describe, expect, it } from 'vitest'
import { brokenPasswordRule, normalizePassword } from '#core/rules/password-rules.ts'

describe('a new password', () => {
	it.each([
		['', 'clave_corta'],
		['1234567', 'clave_corta'],
		['12345678', undefined],
		['contraseña', undefined],
		['пароль12', undefined],
		['密码密码密码密码', undefined],
		['🔑🔑🔑🔑🔑🔑🔑', 'clave_corta'],
		['🔑🔑🔑🔑🔑🔑🔑🔑', undefined],
		['a'.repeat(128), undefined],
		['🔑'.repeat(128), undefined],
		['a'.repeat(129), 'clave_larga'],
	])('rejects %j with %s', (password, rule) => {
		expect(brokenPasswordRule(password)).toBe(rule)
	})

	it('is equal whether ñ was typed as one character or as two', () => {
		expect(normalizePassword('contrasen\u0303a')).toBe(normalizePassword('contraseña'))
		expect(brokenPasswordRule('n\u0303'.repeat(7))).toBe('clave_corta')
	})
})
