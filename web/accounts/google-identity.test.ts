import { describe, expect, it } from 'vitest'
import { readGoogleToken } from '#web/accounts/google-identity.ts'

const tokenOf = (claims: unknown) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

describe('what the page reads from a Google token', () => {
	it('parts the name into its first word and the rest, accents and all', () => {
		expect(readGoogleToken(tokenOf({ email: 'jose@gmail.com', name: 'José Ñuñoa Pérez' }))).toEqual({
			email: 'jose@gmail.com',
			nombre: 'José',
			apellido: 'Ñuñoa Pérez',
		})
	})

	it('does without a name', () => {
		expect(readGoogleToken(tokenOf({ email: 'a@gmail.com' }))).toEqual({
			email: 'a@gmail.com',
			nombre: '',
			apellido: '',
		})
	})

	it('reads nothing from what is no token', () => {
		for (const text of ['', 'abc', 'a.%%%.c', tokenOf(null), tokenOf({ name: 'Ana' })]) {
			expect(readGoogleToken(text)).toBeUndefined()
		}
	})
})
