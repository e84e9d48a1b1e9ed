import { expect, it } from 'vitest'
import { acceptanceOf, acceptUntil, hasLapsed } from './refund-acceptance.ts'

const sent = new Date('2026-11-20T12:00:00Z')
const end = new Date('2026-11-30T12:00:00Z')

it('requires the acceptance of a Flow refund within ten days, and of no other', () => {
	expect(acceptUntil('flow', sent)).toEqual(end)
	expect(acceptanceOf('flow')?.fee).toBe('$202 + IVA')
	for (const gateway of ['mercadopago', 'webpay'] as const) expect(acceptUntil(gateway, sent)).toBeNull()
})

it('lapses from its last moment on, and never without a required acceptance', () => {
	expect(hasLapsed(end, new Date(end.getTime() - 1))).toBe(false)
	expect(hasLapsed(end, end)).toBe(true)
	expect(hasLapsed(null, end)).toBe(false)
})
