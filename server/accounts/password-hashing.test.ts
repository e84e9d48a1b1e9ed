import { expect, it } from 'vitest'
import { hashPassword, isPassword } from '#server/accounts/password-hashing.ts'
import { FailureAnswer } from '#server/http/answer.ts'

it('knows the password it hashed, typed with one sign or two, and no other', async () => {
	const stored = await hashPassword('contraseña')
	expect(await isPassword(stored, 'contrasen\u0303a')).toBe(true)
	expect(await isPassword(stored, 'contrasena')).toBe(false)
	expect(await isPassword(stored, '')).toBe(false)
})

it('is never true without a stored password', async () => {
	expect(await isPassword(null, '')).toBe(false)
	expect(await isPassword(null, 'contraseña')).toBe(false)
})

it('turns away a flood instead of letting it queue without end, and works on afterwards', async () => {
	const flood = await Promise.allSettled(Array.from({ length: 300 }, () => hashPassword('contraseña')))
	const refused = flood.filter((hash) => hash.status === 'rejected')
	expect(refused.length).toBe(300 - 256 - 2)
	expect(refused.every((hash) => hash.reason instanceof FailureAnswer)).toBe(true)
	expect(await isPassword(await hashPassword('contraseña'), 'contraseña')).toBe(true)
})
