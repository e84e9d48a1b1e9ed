import { afterEach, describe, expect, it } from 'vitest'
import { forgetOldTries, keyFor, settle } from '#web/staff/unsettled.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
const hourMs = 60 * 60_000
const refund = { path: '/api/admin_ordenes/1/devolver/', body: { monto: 5000, motivo: 'Llegó rayado' } }

afterEach(() => forgetOldTries(Number.POSITIVE_INFINITY))

describe('the key of what staff decide', () => {
	it('stays the same until it is known what became of it', () => {
		const key = keyFor(refund, now)
		expect(keyFor({ ...refund, body: { ...refund.body } }, now + 1000)).toBe(key)
		settle(refund)
		expect(keyFor(refund, now + 2000)).not.toBe(key)
	})

	it('is another one for another order and for another amount', () => {
		const keys = [
			keyFor(refund, now),
			keyFor({ ...refund, path: '/api/admin_ordenes/2/devolver/' }, now),
			keyFor({ ...refund, body: { ...refund.body, monto: 6000 } }, now),
		]
		expect(new Set(keys).size).toBe(3)
	})

	it('does not turn another delivery, hours later, into the one whose answer was lost', () => {
		const key = keyFor(refund, now)
		forgetOldTries(now + hourMs)
		expect(keyFor(refund, now + hourMs)).toBe(key)
		forgetOldTries(now + 3 * hourMs)
		expect(keyFor(refund, now + 3 * hourMs)).not.toBe(key)
	})
})
