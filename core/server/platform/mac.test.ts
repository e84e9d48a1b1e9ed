import { expect, it } from 'vitest'
import { createKnownDevices } from '#core/server/http/known-devices.ts'
import { createMac } from '#core/server/platform/mac.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import { createGoogleNonces } from '#modules/accounts/server/google-identity.ts'
import { createRefreshTokens } from '#modules/accounts/server/guard.ts'

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
