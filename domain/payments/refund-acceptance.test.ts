import { expect, it } from 'vitest'
import { acceptanceOf, acceptUntil, hasLapsed } from './refund-acceptance.ts'

const sent = new Date('2026-11-20T12:00:00Z')
const end = new Date('2026-11-30T12:00:00Z')

it('a refund at Flow has to be accepted within ten days, and those of the others by nobody', () => {
	expect(acceptUntil('flow', sent)).toEqual(end)
	expect(acceptanceOf('flow')?.fee).toBe('$202 + IVA')
	for (const gateway of ['mercadopago', 'webpay'] as const) expect(acceptUntil(gateway, sent)).toBeNull()
})

it('a refund has lapsed from its last moment on, and never where nobody has to accept it', () => {
	expect(hasLapsed(end, new Date(end.getTime() - 1))).toBe(false)
	expect(hasLapsed(end, end)).toBe(true)
	expect(hasLapsed(null, end)).toBe(false)
})
