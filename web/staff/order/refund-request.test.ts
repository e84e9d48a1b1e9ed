import { describe, expect, it } from 'vitest'
import { refundRequest } from '#contract/staff/order-detail.ts'
import { minReason } from '#domain/staff/min-reason.ts'
import { refundOf } from '#web/staff/order/refund-request.ts'

const payment = { gateway: 'flow', pago_id: '77', devolvible: 29_990 } as const

describe('refundOf', () => {
	it('asks for a part of one payment, with its reason', () => {
		expect(refundOf({ monto: '10.000', motivo: ' Llegó rayado ' }, payment)).toEqual({
			monto: 10_000,
			motivo: 'Llegó rayado',
			gateway: 'flow',
			pago_id: '77',
		})
	})

	it('never asks for more than is left', () => {
		expect(refundOf({ monto: '29991', motivo: 'Llegó rayado' }, payment)).toEqual({
			field: 'monto',
			problem: 'Se pueden devolver hasta $29.990.',
		})
	})

	it.each(['', '0', 'todo'])('does not take "%s" for an amount', (monto) => {
		expect(refundOf({ monto, motivo: 'Llegó rayado' }, payment)).toMatchObject({ field: 'monto' })
	})

	it('asks for a reason as long as the shop does', () => {
		for (const length of [minReason - 1, minReason]) {
			const motivo = 'x'.repeat(length)
			const isTaken = refundRequest.safeParse({ monto: 1000, motivo }).success
			expect('problem' in refundOf({ monto: '1000', motivo }, payment)).toBe(!isTaken)
		}
	})

	it('asks for the reason', () => {
		expect(refundOf({ monto: '1000', motivo: ' ' }, payment)).toMatchObject({ field: 'motivo' })
	})
})
