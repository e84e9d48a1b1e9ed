import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKnownDevices } from '#core/server/http/cookies.ts'
import { createMac, createSigner, deriveKey, type SecretKeys } from '#core/server/platform/secrets.ts'
import { createGoogleNonces } from '#modules/accounts/server/google-identity.ts'
import { createAccessTokens, createRefreshTokens } from '#modules/accounts/server/guard.ts'

describe('secret keys', () => {
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
})

describe('signing', () => {
	const now = new Date('2026-11-20T12:00:00Z')
	const later = new Date('2026-11-20T12:30:00Z')
	const signer = createSigner(['a-secret-of-the-shop'])

	describe('a signed token', () => {
		it('returns its payload for its purpose until its expiry', () => {
			const token = signer.sign('quote', { costo: 3500 }, later)
			expect(signer.verify('quote', token, now)).toEqual({ costo: 3500 })
			expect(signer.verify('proof', token, now)).toBeUndefined()
			expect(signer.verify('quote', token, later)).toBeUndefined()
		})

		it('is rejected when altered, or signed with another secret', () => {
			const token = signer.sign('quote', { costo: 3500 }, later)
			const forged = `${Buffer.from(JSON.stringify({ p: { costo: 0 }, e: later.getTime() })).toString('base64url')}.${token.split('.')[1]}`
			expect(signer.verify('quote', forged, now)).toBeUndefined()
			expect(signer.verify('quote', `${token}x`, now)).toBeUndefined()
			expect(signer.verify('quote', `${token}.x`, now)).toBeUndefined()
			expect(signer.verify('quote', createSigner(['another']).sign('quote', {}, later), now)).toBeUndefined()
			for (const rubbish of ['', '.', 'a.b', 'a.b.c', '..'])
				expect(signer.verify('quote', rubbish, now)).toBeUndefined()
		})

		it('is accepted after a rotation while the old secret is configured', () => {
			const token = signer.sign('quote', 1, later)
			expect(createSigner(['new-secret', 'a-secret-of-the-shop']).verify('quote', token, now)).toBe(1)
		})
	})
})

describe('mac', () => {
	const secrets: SecretKeys = ['the old secret']
	const clock = { now: () => new Date('2026-11-20T12:00:00Z') }

	// Tokens issued by an earlier version: an update must not end sessions.
	it('accepts sessions, nonces and marks issued by an earlier version', () => {
		const sessionId = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'
		const refresh = `${sessionId}.OWmz-k950_N3xABm6gfnR9E8-cFjufoM5FrgyScGVufVB1SmWYciYg`
		expect(createRefreshTokens(secrets).sessionOf(refresh)).toBe(sessionId)
		const nonce = 'wCRhTyCO3nivv7CGVE2qeQ.mwozl0g0.Yjfohfqzafr3je0vgXVafE6qRlGJzDmjN8bLJNO2BAI'
		expect(createGoogleNonces(secrets, clock).isValid(nonce, 'browser')).toBe(true)
		expect(createGoogleNonces(secrets, clock).isValid(nonce, 'another')).toBe(false)
		const cookie = 'dispositivo=B2_mpsrAGKDULCw1vTdF-RR05KUJ86DSjOe_Icej'
		const devices = createKnownDevices(secrets, false)
		expect(devices.nameOf({ headers: { cookie } }, 'ana@correo.cl')).toBe('B2_mpsrAGKDULCw1')
		expect(devices.nameOf({ headers: { cookie } }, 'eva@correo.cl')).toBeUndefined()
	})

	it('rejects a tag of another purpose, text, secret or length', () => {
		const mac = createMac(secrets, 'one')
		const tag = mac.sign('a text')
		expect(mac.verify(tag, 'a text')).toBe(true)
		expect(mac.verify(tag, 'a text.')).toBe(false)
		expect(mac.verify(tag.subarray(1), 'a text')).toBe(false)
		expect(mac.verify(new Uint8Array(), 'a text')).toBe(false)
		expect(createMac(secrets, 'two').verify(tag, 'a text')).toBe(false)
		expect(createMac(['another'], 'one').verify(tag, 'a text')).toBe(false)
		expect(createMac(['another', secrets[0]], 'one').verify(tag, 'a text')).toBe(true)
	})
})
