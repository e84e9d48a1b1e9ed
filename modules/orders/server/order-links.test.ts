import { expect, test } from 'vitest'
import { createSigner } from '#core/server/platform/secrets.ts'
import { orderLink, readOrderLink } from '#modules/orders/server/order-links.ts'

const orden_id = '6f0f3a52-6b0e-4e0b-9b53-0d6f2f0f7a11'
let now = new Date('2026-11-20T15:05:00Z')
const clock = { now: () => now }
const signer = createSigner(['a secret of at least thirty-two characters'])
const deps = { signer, clock, publicUrl: 'https://premiumshaker.cl' }
const tokenOf = (link: string) => link.slice(`${deps.publicUrl}/orden/`.length)

test('opens its order for exactly a year', () => {
	const link = orderLink(deps, orden_id)
	expect(link).toMatch(/^https:\/\/premiumshaker\.cl\/orden\/[\w.-]+$/)
	now = new Date('2027-11-20T15:04:59Z')
	expect(readOrderLink(deps, tokenOf(link))).toBe(orden_id)
	now = new Date('2027-11-20T15:05:00Z')
	expect(readOrderLink(deps, tokenOf(link))).toBeUndefined()
})

test('rejects an altered link and one signed for another purpose', () => {
	const token = tokenOf(orderLink(deps, orden_id))
	expect(readOrderLink(deps, `${token.slice(0, -2)}xx`)).toBeUndefined()
	expect(readOrderLink(deps, orden_id)).toBeUndefined()
	const tomorrow = new Date(now.getTime() + 86_400_000)
	expect(readOrderLink(deps, signer.sign('comprobante', orden_id, tomorrow))).toBeUndefined()
	expect(readOrderLink(deps, signer.sign('seguimiento', { orden_id }, tomorrow))).toBeUndefined()
})
