import { describe, expect, it } from 'vitest'
import { newPasswordProblems } from '#web/accounts/new-password.ts'

describe('a new password', () => {
	it('has at least 8 characters', () => {
		expect(newPasswordProblems({ new_password: '1234567', repeat_password: '1234567' })).toEqual({
			new_password: 'La contraseña debe tener al menos 8 caracteres.',
		})
	})

	it('is repeated the same', () => {
		expect(newPasswordProblems({ new_password: 'una buena clave', repeat_password: 'otra' }).repeat_password).toBe(
			'Las contraseñas no coinciden.',
		)
	})

	it('is taken when both are right', () => {
		const problems = newPasswordProblems({ new_password: 'ñandú 🐦 12', repeat_password: 'ñandú 🐦 12' })
		expect(Object.values(problems).filter(Boolean)).toEqual([])
	})
})
