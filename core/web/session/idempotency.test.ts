import { afterEach, describe, expect, it } from 'vitest'
import { hasKnownOutcome, keyFor, purgeOldRequests, settle } from '#core/web/session/idempotency.ts'

describe('keys of unconfirmed requests', () => {
	const now = Date.parse('2026-11-20T15:00:00Z')
	const hourMs = 60 * 60_000
	const refund = { address: '/api/admin_ordenes/1/devolver/', body: { monto: 5000, motivo: 'Llegó rayado' } }

	afterEach(() => purgeOldRequests(Number.POSITIVE_INFINITY))

	describe('keyFor', () => {
		it('returns the same key until the outcome of the request is known', () => {
			const key = keyFor(refund, now)
			expect(keyFor({ ...refund, body: { ...refund.body } }, now + 1000)).toBe(key)
			settle(refund)
			expect(keyFor(refund, now + 2000)).not.toBe(key)
		})

		it('returns the same key when only the reason or the note changes', () => {
			const key = keyFor(refund, now)
			expect(keyFor({ ...refund, body: { ...refund.body, motivo: 'Llegó con la tapa rota' } }, now + 1000)).toBe(key)
			const adjustment = { address: '/api/admin_productos/7/ajustar/', body: { cantidad: 10, nota: 'Conteo' } }
			const other = keyFor(adjustment, now)
			expect(keyFor({ ...adjustment, body: { cantidad: 10, nota: 'Llegó mercadería' } }, now + 1000)).toBe(other)
			settle({ ...adjustment, body: { cantidad: 10, nota: 'Otra vez' } })
			expect(keyFor(adjustment, now + 2000)).not.toBe(other)
		})

		it('returns another key for another text of an order note, and for another payment', () => {
			const note = { address: '/api/admin_ordenes/1/notas/', body: { texto: 'Llamar el lunes' } }
			const keys = [
				keyFor(note, now),
				keyFor({ ...note, body: { texto: 'Llamar el martes' } }, now),
				keyFor(refund, now),
				keyFor({ ...refund, body: { ...refund.body, pago_id: '123', gateway: 'flow' } }, now),
			]
			expect(new Set(keys).size).toBe(4)
		})

		it('returns another key for another order or amount', () => {
			const keys = [
				keyFor(refund, now),
				keyFor({ ...refund, address: '/api/admin_ordenes/2/devolver/' }, now),
				keyFor({ ...refund, body: { ...refund.body, monto: 6000 } }, now),
			]
			expect(new Set(keys).size).toBe(3)
		})

		it('returns a new key hours after a lost answer', () => {
			const key = keyFor(refund, now)
			purgeOldRequests(now + hourMs)
			expect(keyFor(refund, now + hourMs)).toBe(key)
			purgeOldRequests(now + 3 * hourMs)
			expect(keyFor(refund, now + 3 * hourMs)).not.toBe(key)
		})
	})
})

describe('known outcome', () => {
	describe('hasKnownOutcome', () => {
		it.each([200, 201, 404, 409, 422])('treats %i as final', (status) => {
			expect(hasKnownOutcome(status)).toBe(true)
		})

		it.each([0, 500, 502, 504])('treats the result of %i as unknown', (status) => {
			expect(hasKnownOutcome(status)).toBe(false)
		})

		it.each([401, 403, 429])('learns nothing of an earlier attempt from %i', (status) => {
			expect(hasKnownOutcome(status)).toBe(false)
		})
	})
})
