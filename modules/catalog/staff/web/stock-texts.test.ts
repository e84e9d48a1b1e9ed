import { describe, expect, it, test } from 'vitest'
import { daysLeftText, reorderText, unitsText } from '#modules/catalog/staff/web/stock-texts.tsx'

describe('the days left', () => {
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
})

it('tells a count which units to leave out', () => {
	expect(unitsText({ stock: 1, apartadas: 0 })).toBe('Hay 1 unidad.')
	expect(unitsText({ stock: 12, apartadas: 1 })).toBe(
		'Hay 12 unidades. Además hay 1 apartada en una orden por entregar: no la cuentes.',
	)
	expect(unitsText({ stock: 12, apartadas: 3 })).toMatch(/hay 3 apartadas en órdenes por entregar: no las cuentes\.$/)
})

describe('the day to reorder', () => {
	test.each([
		[{ pedir_el: '2027-01-04', stock: 9, vendidas: 3 }, '4 ene 2027'],
		[{ pedir_el: '2026-12-20', stock: 0, vendidas: 0 }, 'Hoy'],
		[{ pedir_el: '2026-12-19', stock: 1, vendidas: 9 }, 'Hoy'],
		[{ pedir_el: null, stock: 9, vendidas: 0 }, 'Sin ventas'],
		[{ pedir_el: null, stock: 99_999, vendidas: 1 }, '—'],
	])('the reorder date of %j is "%s"', (product, text) => {
		expect(reorderText(product, '2026-12-20')).toBe(text)
	})
})
