import { describe, expect, it, test } from 'vitest'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { estados } from '#modules/orders/estado.ts'
import { awaitsHandover, cashToCollect, deliveryStop } from '#modules/orders/handover.ts'

test('hands over paid orders and unpaid cash orders, and collects only cash', () => {
	const all = metodosPago.flatMap((metodo_pago) => estados.map((estado) => ({ metodo_pago, estado, total: 34_990 })))
	const handedOver = all.filter(awaitsHandover)
	expect(handedOver.filter(({ estado }) => estado !== 'pagada')).toEqual([
		{ metodo_pago: 'efectivo', estado: 'pendiente', total: 34_990 },
		{ metodo_pago: 'efectivo', estado: 'en_revision', total: 34_990 },
	])
	expect(handedOver.filter(({ estado }) => estado === 'pagada')).toHaveLength(metodosPago.length)
	expect(all.filter((order) => cashToCollect(order) > 0)).toEqual(
		handedOver.filter(({ estado }) => estado !== 'pagada'),
	)
})

describe('when money stops a delivery', () => {
	const facts = { byMoney: false, despacho_sin_medir: false, entrega_liberada: null, isNewDispute: false } as const

	describe('deliveryStop', () => {
		it('stops a delivery by its money or by an unmeasured distance, and no other', () => {
			expect(deliveryStop(facts).entrega_detenida).toBe(false)
			expect(deliveryStop({ ...facts, byMoney: true }).entrega_detenida).toBe(true)
			expect(deliveryStop({ ...facts, despacho_sin_medir: true }).entrega_detenida).toBe(true)
		})

		it('keeps a release while its reason lasts, and drops it afterwards', () => {
			const released = { ...facts, byMoney: true, entrega_liberada: 'dinero' } as const
			expect(deliveryStop(released)).toEqual({ entrega_detenida: false, entrega_liberada: 'dinero' })
			expect(deliveryStop({ ...released, byMoney: false })).toEqual({ entrega_detenida: false, entrega_liberada: null })
		})

		it('stops a released delivery again when a dispute opens', () => {
			const facing = { ...facts, byMoney: true, entrega_liberada: 'dinero', isNewDispute: true } as const
			expect(deliveryStop(facing)).toEqual({ entrega_detenida: true, entrega_liberada: null })
		})

		it('stops by money what was only released as unmeasured', () => {
			const measured = { ...facts, despacho_sin_medir: true, entrega_liberada: 'sin_medir' } as const
			expect(deliveryStop(measured).entrega_detenida).toBe(false)
			expect(deliveryStop({ ...measured, byMoney: true })).toEqual({
				entrega_detenida: true,
				entrega_liberada: 'sin_medir',
			})
		})
	})
})
