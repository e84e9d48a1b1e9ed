import { describe, expect, it } from 'vitest'
import { daysLeftText } from '#modules/staff-products/web/stock/days-left.ts'

const outlook = { stock: 20, vendidas: 14, dias: 7, por_dia: 2, dias_restantes: 10 }

describe('daysLeftText', () => {
	it('returns the days left with the rate of sales', () => {
		expect(daysLeftText(outlook)).toBe('Quedan 10 días a 2 por día (14 en 7 días)')
		expect(daysLeftText({ ...outlook, dias_restantes: 1 })).toMatch(/^Queda 1 día /)
	})

	it('returns no days without sales or stock', () => {
		expect(daysLeftText({ ...outlook, vendidas: 0, por_dia: 0, dias_restantes: null })).toBe('Sin ventas en 7 días')
		expect(daysLeftText({ ...outlook, stock: 0, dias_restantes: 0 })).toBe('Nada que vender')
	})
})
