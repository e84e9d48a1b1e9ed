import { expect, test } from 'vitest'
import { createSigner } from '#core/server/platform/secrets.ts'
import { orderPath, readOrderLink } from '#modules/orders/server/order-links.ts'

const orden_id = '6f0f3a52-6b0e-4e0b-9b53-0d6f2f0f7a11'
let now = new Date('2026-11-20T15:05:00Z')
const clock = { now: () => now }
const signer = createSigner(['a secret of at least thirty-two characters'])
const deps = { signer, clock }
const tokenOf = (path: string) => path.slice('/orden/'.length)

test.each(['mailed', 'sent'] as const)('opens its order for exactly a year, and tells whether it was %s', (way) => {
	now = new Date('2026-11-20T15:05:00Z')
	const path = orderPath(deps, orden_id, way)
	expect(path).toMatch(/^\/orden\/[\w.-]+$/)
	now = new Date('2027-11-20T15:04:59Z')
	expect(readOrderLink(deps, tokenOf(path))).toEqual({ orden_id, isMailed: way === 'mailed' })
	now = new Date('2027-11-20T15:05:00Z')
	expect(readOrderLink(deps, tokenOf(path))).toBeUndefined()
})

test('rejects an altered link and one signed for another purpose', () => {
	const token = tokenOf(orderPath(deps, orden_id, 'mailed'))
	expect(readOrderLink(deps, `${token.slice(0, -2)}xx`)).toBeUndefined()
	expect(readOrderLink(deps, orden_id)).toBeUndefined()
	const tomorrow = new Date(now.getTime() + 86_400_000)
	expect(readOrderLink(deps, signer.sign('comprobante', orden_id, tomorrow))).toBeUndefined()
	expect(readOrderLink(deps, signer.sign('seguimiento', { orden_id }, tomorrow))).toBeUndefined()
})
