import { expect, test } from 'vitest'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import { expiryReason, reservedUntil, reviewUntil } from './hold-times.ts'

const settings = { dias_efectivo: 7, dias_revision: 10 }
const now = new Date('2026-11-20T12:00:00Z')

test.each<[MetodoPago, string]>([
	['mercadopago', '2026-11-20T12:30:00.000Z'],
	['transferencia', '2026-11-22T12:00:00.000Z'],
	['efectivo', '2026-11-27T12:00:00.000Z'],
])('reserves the units of an order by %s until %s', (metodoPago, until) => {
	expect(reservedUntil(metodoPago, now, settings).toISOString()).toBe(until)
})

test('reviews a proof for the set time, which further proofs do not extend', () => {
	const waiting = { estado: 'pendiente', expires_at: now } as const
	expect(reviewUntil(waiting, now, settings)?.toISOString()).toBe('2026-11-30T12:00:00.000Z')
	expect(reviewUntil({ estado: 'en_revision', expires_at: now }, now, settings)).toBe(now)
	expect(reviewUntil({ estado: 'en_revision', expires_at: null }, now, settings)).toBeNull()
})

test('distinguishes an unpaid order from an unconfirmed proof at the expiry', () => {
	expect(expiryReason({ estado: 'pendiente', expires_at: now })).toBe('vencida')
	expect(expiryReason({ estado: 'en_revision', expires_at: now })).toBe('revision_vencida')
})
