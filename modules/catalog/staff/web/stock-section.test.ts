import { describe, expect, it } from 'vitest'
import { stockAdjustmentOf } from '#modules/catalog/staff/web/stock-section.tsx'

describe('stockAdjustmentOf', () => {
	it('returns a positive amount for incoming units and a negative one for outgoing units', () => {
		expect(stockAdjustmentOf({ sentido: 'entran', unidades: '1.200', nota: 'Llegó mercadería' }, 5)).toEqual({
			cantidad: 1200,
			nota: 'Llegó mercadería',
		})
		expect(stockAdjustmentOf({ sentido: 'salen', unidades: '5', nota: 'Conteo' }, 5)).toEqual({
			cantidad: -5,
			nota: 'Conteo',
		})
	})

	it('rejects more outgoing units than the stock', () => {
		expect(stockAdjustmentOf({ sentido: 'salen', unidades: '6', nota: 'Conteo' }, 5)).toEqual({
			wrong: { unidades: 'Hay solo 5 en stock.' },
		})
	})

	it.each(['', '0', '-2'])('rejects "%s" as a number of units', (unidades) => {
		expect(stockAdjustmentOf({ sentido: 'entran', unidades, nota: 'Conteo' }, 5)).toEqual({
			wrong: { unidades: 'Escribe cuántas unidades.' },
		})
	})

	it('returns the difference of a count to the stock it was compared with, with a reason of its own', () => {
		expect(stockAdjustmentOf({ sentido: 'hay', unidades: '19', nota: '' }, 21)).toEqual({
			cantidad: -2,
			visto: 21,
			nota: 'Conteo',
		})
		expect(stockAdjustmentOf({ sentido: 'hay', unidades: '0', nota: 'Robo' }, 2)).toEqual({
			cantidad: -2,
			visto: 2,
			nota: 'Robo',
		})
	})

	it('rejects a missing count and one that changes nothing', () => {
		expect(stockAdjustmentOf({ sentido: 'hay', unidades: '' }, 5)).toEqual({
			wrong: { unidades: 'Escribe cuántas unidades contaste.' },
		})
		expect(stockAdjustmentOf({ sentido: 'hay', unidades: '5' }, 5)).toEqual({
			wrong: { unidades: 'Ya dice 5: no hay nada que ajustar.' },
		})
	})

	it('rejects an empty reason', () => {
		expect(stockAdjustmentOf({ sentido: 'entran', unidades: '1', nota: '' }, 5)).toEqual({
			wrong: { nota: 'Escribe el motivo.' },
		})
	})
})
