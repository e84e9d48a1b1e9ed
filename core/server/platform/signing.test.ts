import { describe, expect, it } from 'vitest'
import { createSigner } from '#core/server/platform/signing.ts'

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
		for (const rubbish of ['', '.', 'a.b', 'a.b.c', '..']) expect(signer.verify('quote', rubbish, now)).toBeUndefined()
	})

	it('is accepted after a rotation while the old secret is configured', () => {
		const token = signer.sign('quote', 1, later)
		expect(createSigner(['new-secret', 'a-secret-of-the-shop']).verify('quote', token, now)).toBe(1)
	})
})
