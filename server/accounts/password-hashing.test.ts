import { expect, it } from 'vitest'
import { hashPassword, isPassword } from '#server/accounts/password-hashing.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'

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
	const flood = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword('contraseña')))
	const refused = flood.filter((hash) => hash.status === 'rejected')
	expect(refused.length).toBe(100 - 32 - 2)
	expect(refused.every((hash) => hash.reason instanceof FailureAnswer)).toBe(true)
	expect(refused[0]?.reason.failure).toMatchObject({ failure: 'demasiadas_solicitudes', extra: { retry_after: 2 } })
	expect(await isPassword(await hashPassword('contraseña'), 'contraseña')).toBe(true)
})

it('has room in a flood for those whom the shop knows, and takes them first', async () => {
	const done: string[] = []
	const hash = (name: string, isKnown: boolean) =>
		hashPassword('contraseña', { isKnown }).then(() => void done.push(name))
	const flood = Array.from({ length: 60 }, () => hash('stranger', false).catch(() => undefined))
	await Promise.all([...flood, hash('known', true)])
	// How many strangers end while its own hash is made is up to the machine; in their queue it would be the last, or refused.
	expect(done.indexOf('known')).toBeLessThan(17)
	expect(done.filter((name) => name === 'stranger')).toHaveLength(34)
})
