import { describe, expect, it } from 'vitest'
import { newPasswordProblems } from '#modules/accounts/web/account-parts.tsx'

describe('a new password', () => {
	it('requires at least 8 characters', () => {
		expect(newPasswordProblems({ new_password: '1234567', repeat_password: '1234567' })).toEqual({
			new_password: 'La contraseña debe tener al menos 8 caracteres.',
		})
	})

	it('requires an equal repetition', () => {
		expect(newPasswordProblems({ new_password: 'una buena clave', repeat_password: 'otra' }).repeat_password).toBe(
			'Las contraseñas no coinciden.',
		)
	})

	it('is accepted when both are valid', () => {
		const problems = newPasswordProblems({ new_password: 'ñandú 🐦 12', repeat_password: 'ñandú 🐦 12' })
		expect(Object.values(problems).filter(Boolean)).toEqual([])
	})
})
