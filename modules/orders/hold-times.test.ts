import { expect, test } from 'vitest'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import { expiryReason, isPayableAt, pageUntil, refusedUntil, reservedUntil, reviewUntil } from './hold-times.ts'

const settings = { dias_efectivo: 7, dias_revision: 10 }
const now = new Date('2026-11-20T12:00:00Z')

test.each<[MetodoPago, string]>([
	['mercadopago', '2026-11-20T12:30:00.000Z'],
	['transferencia', '2026-11-22T12:00:00.000Z'],
	['efectivo', '2026-11-27T12:00:00.000Z'],
])('reserves the units of an order by %s until %s', (metodoPago, until) => {
	expect(reservedUntil(metodoPago, now, settings).toISOString()).toBe(until)
})

test('ends the hold of a gateway order 60 minutes after it was placed or reopened, however often it is paid again', () => {
	const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
	const order = { created_at: now, reabierta_at: null }
	expect(pageUntil(order, after(10))).toEqual(after(40))
	for (const minutes of [30, 45, 59, 600]) expect(pageUntil(order, after(minutes))).toEqual(after(60))
	expect(pageUntil({ ...order, reabierta_at: after(500) }, after(520))).toEqual(after(550))
	expect(pageUntil({ ...order, reabierta_at: after(500) }, after(559))).toEqual(after(560))
})

test('lets a gateway order be paid at its own price for seven days', () => {
	expect(isPayableAt({ created_at: new Date('2026-11-13T12:00:01Z') }, now)).toBe(true)
	expect(isPayableAt({ created_at: new Date('2026-11-13T12:00:00Z') }, now)).toBe(false)
})

test('reviews a proof for the set time, which further proofs do not extend', () => {
	const waiting = { estado: 'pendiente', expires_at: now, created_at: now } as const
	expect(reviewUntil(waiting, now, settings)?.toISOString()).toBe('2026-11-30T12:00:00.000Z')
	expect(reviewUntil({ ...waiting, estado: 'en_revision' }, now, settings)).toBe(now)
	expect(reviewUntil({ ...waiting, estado: 'en_revision', expires_at: null }, now, settings)).toBeNull()
})

test('ends the review of another proof after a refusal two review times after the first 48 hours at the latest', () => {
	const waiting = { estado: 'pendiente', expires_at: now, created_at: new Date('2026-11-05T12:00:00Z') } as const
	expect(reviewUntil(waiting, now, settings)?.toISOString()).toBe('2026-11-27T12:00:00.000Z')
})

test.each([
	['2026-11-20T11:00:00Z', '2026-11-22T11:00:00.000Z'],
	['2026-11-19T12:00:00Z', '2026-11-21T12:00:00.000Z'],
	['2026-11-12T12:00:00Z', '2026-11-21T12:00:00.000Z'],
])('reserves an order of %s until %s when its proof is refused', (created, until) => {
	expect(refusedUntil({ created_at: new Date(created) }, now).toISOString()).toBe(until)
})

test('distinguishes an unpaid order from an unconfirmed proof at the expiry', () => {
	expect(expiryReason({ estado: 'pendiente', expires_at: now })).toBe('vencida')
	expect(expiryReason({ estado: 'en_revision', expires_at: now })).toBe('revision_vencida')
})
