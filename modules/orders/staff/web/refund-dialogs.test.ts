import { describe, expect, it } from 'vitest'
import { minReason } from '#core/rules/limits.ts'
import { refundRequest } from '#modules/orders/staff/shapes.ts'
import { handRefundOf, refundOf } from '#modules/orders/staff/web/refund-dialogs.tsx'

const payment = { gateway: 'flow', pago_id: '77', devolvible: 29_990 } as const

describe('refundOf', () => {
	it('requests a part of one payment, with its reason', () => {
		expect(refundOf({ monto: '10.000', motivo: ' Llegó rayado ' }, payment)).toEqual({
			monto: 10_000,
			motivo: 'Llegó rayado',
			gateway: 'flow',
			pago_id: '77',
		})
	})

	it('rejects more than is left of the payment', () => {
		expect(refundOf({ monto: '29991', motivo: 'Llegó rayado' }, payment)).toEqual({
			wrong: { monto: 'Se pueden devolver hasta $29.990.' },
		})
	})

	it.each(['', '0', 'todo'])('rejects "%s" as an amount', (monto) => {
		expect(refundOf({ monto, motivo: 'Llegó rayado' }, payment)).toEqual({
			wrong: { monto: 'Escribe cuántos pesos se devuelven.' },
		})
	})

	it('requires a reason of the length that the server requires', () => {
		for (const length of [minReason - 1, minReason]) {
			const motivo = 'x'.repeat(length)
			const isAccepted = refundRequest.safeParse({ monto: 1000, motivo }).success
			expect('wrong' in refundOf({ monto: '1000', motivo }, payment)).toBe(!isAccepted)
		}
	})

	it('returns the problems of all fields at once', () => {
		expect(refundOf({ monto: '', motivo: ' ' }, payment)).toEqual({
			wrong: { monto: 'Escribe cuántos pesos se devuelven.', motivo: 'Escribe el motivo.' },
		})
	})
})

const limits = { left: 29_990, first: '2026-11-01', today: '2026-11-20' }
const typed = { monto: '10.000', medio: 'transferencia', fecha: '2026-11-20', referencia: ' 4417 ' }

describe('handRefundOf', () => {
	it('records a part, the way of the money and the day', () => {
		expect(handRefundOf(typed, limits)).toEqual({
			monto: 10_000,
			medio: 'transferencia',
			fecha: '2026-11-20',
			referencia: '4417',
		})
		expect(handRefundOf({ ...typed, monto: '29990', referencia: '' }, limits)).toMatchObject({ referencia: '' })
	})

	it.each([
		[{ monto: '29991' }, 'monto', 'Se pueden devolver hasta $29.990.'],
		[{ monto: '0' }, 'monto', 'Escribe cuántos pesos devolviste.'],
		[{ monto: 'todo' }, 'monto', 'Escribe cuántos pesos devolviste.'],
		[{ medio: '' }, 'medio', 'Elige cómo lo devolviste.'],
		[{ fecha: '' }, 'fecha', 'Elige el día en que lo devolviste.'],
		[{ fecha: '2026-11-21' }, 'fecha', 'La fecha tiene que estar entre el día de la orden y hoy.'],
		[{ fecha: '2026-10-31' }, 'fecha', 'La fecha tiene que estar entre el día de la orden y hoy.'],
	])('rejects %j with a sentence about its field', (wrong, field, problem) => {
		expect(handRefundOf({ ...typed, ...wrong }, limits)).toEqual({ wrong: { [field]: problem } })
	})
})
