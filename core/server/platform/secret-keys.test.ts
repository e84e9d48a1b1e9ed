import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { deriveKey, type SecretKeys } from '#core/server/platform/secret-keys.ts'
import { createGoogleNonces } from '#modules/accounts/server/google-identity.ts'
import { createAccessTokens, createRefreshTokens } from '#modules/accounts/server/guard.ts'

const before: SecretKeys = ['the old secret']
const during: SecretKeys = ['the new secret', 'the old secret']
const after: SecretKeys = ['the new secret']
const clock = { now: () => new Date('2026-11-20T12:00:00Z') }
const now = clock.now()

it('accepts tokens of the previous secret while it is configured, and signs with the new one', async () => {
	const claims = { accountId: 7, sessionId: randomUUID() }
	const old = await createAccessTokens(before).sign(claims, now)
	const fresh = await createAccessTokens(during).sign(claims, now)
	expect(await createAccessTokens(during).verify(old, now)).toEqual(claims)
	expect(await createAccessTokens(after).verify(old, now)).toBeUndefined()
	expect(await createAccessTokens(after).verify(fresh, now)).toEqual(claims)

	const refresh = createRefreshTokens(before).issue(claims.sessionId)
	expect(createRefreshTokens(during).sessionOf(refresh)).toBe(claims.sessionId)
	expect(createRefreshTokens(after).sessionOf(refresh)).toBeUndefined()

	const nonce = createGoogleNonces(before, clock).issue('browser')
	expect(createGoogleNonces(during, clock).isValid(nonce, 'browser')).toBe(true)
	expect(createGoogleNonces(after, clock).isValid(nonce, 'browser')).toBe(false)
})

it('derives a different key for each purpose', () => {
	const keys = ['access-token', 'refresh-token', 'google-nonce', 'password-reset'].map((purpose) =>
		Buffer.from(deriveKey('secret', purpose)).toString('hex'),
	)
	expect(new Set(keys).size).toBe(4)
})
