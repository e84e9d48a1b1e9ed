import { expect, it } from 'vitest'
import { FailureAnswer } from '#core/server/http/unwrap.ts'
import { hashPassword, isPassword } from '#modules/accounts/server/passwords.ts'

it('accepts the hashed password in either Unicode form, and no other', async () => {
	const stored = await hashPassword('contraseña')
	expect(await isPassword(stored, 'contrasen\u0303a')).toBe(true)
	expect(await isPassword(stored, 'contrasena')).toBe(false)
	expect(await isPassword(stored, '')).toBe(false)
})

it('is never true without a stored password', async () => {
	expect(await isPassword(null, '')).toBe(false)
	expect(await isPassword(null, 'contraseña')).toBe(false)
})

it("rejects calls beyond the queue's limit, and works on afterwards", async () => {
	const flood = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword('contraseña')))
	const refused = flood.filter((hash) => hash.status === 'rejected')
	expect(refused.length).toBe(100 - 32 - 2)
	expect(refused.every((hash) => hash.reason instanceof FailureAnswer)).toBe(true)
	expect(refused[0]?.reason.failure).toMatchObject({ failure: 'demasiadas_solicitudes', extra: { retry_after: 2 } })
	expect(await isPassword(await hashPassword('contraseña'), 'contraseña')).toBe(true)
})

it('lets two hashes of one account wait, so that one account cannot block the others', async () => {
	const stored = await hashPassword('contraseña')
	const ofAna = { shares: [{ key: 'cuenta:ana', maxWaiting: 2 }] }
	const flood = Array.from({ length: 30 }, () => isPassword(stored, 'contraseña', ofAna))
	const started = performance.now()
	const other = isPassword(stored, 'contraseña').then(() => performance.now() - started)
	const judged = await Promise.allSettled(flood)
	expect(judged.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 2)
	expect(await other).toBeLessThan(5000)
})
