import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reductionsOf } from '#modules/numbers/server/reductions.ts'
import { amountToDocument } from '#modules/tax-documents/plan-documents.ts'

describe('reductionsOf', () => {
	it('leaves of every sale exactly the amount of its tax document', () => {
		const order = fc.record({
			estado: fc.constantFrom('pagada', 'completado', 'cancelado'),
			total: fc.nat(100_000),
			pagado: fc.nat(100_000),
			part: fc.double({ min: 0, max: 1, noNaN: true }),
		})
		fc.assert(
			fc.property(order, ({ estado, total, pagado, part }) => {
				const stands = estado !== 'cancelado'
				const devuelto = Math.floor(pagado * part)
				const vendido = stands ? Math.max(total, pagado) : pagado
				const devoluciones = devuelto === 0 ? [] : [{ dia: '2026-11-20', monto: devuelto }]
				const sale = { pagada: '2026-11-01', vendido, vale: stands ? total : 0, bajada: null, devoluciones }
				const lost = reductionsOf(sale).reduce((sum, { monto }) => sum + monto, 0)
				const facts = { modelo: 'siempre', momento: 'pago', nombra_comprador: false, pagado_a_mano: 0 } as const
				expect(vendido - lost).toBe(amountToDocument({ ...facts, estado, total, pagado, devuelto }))
			}),
		)
	})

	it('counts a cancelled sale once, on the day of the cancellation, however late its refund', () => {
		const sale = { pagada: '2026-11-01', vendido: 29_990, vale: 0, bajada: '2026-11-20' }
		expect(reductionsOf({ ...sale, devoluciones: [] })).toEqual([{ dia: '2026-11-20', monto: 29_990, isOwed: true }])
		const paidBack = reductionsOf({ ...sale, devoluciones: [{ dia: '2026-12-05', monto: 29_990 }] })
		expect(paidBack).toEqual([{ dia: '2026-11-20', monto: 29_990, isOwed: false }])
	})
})
