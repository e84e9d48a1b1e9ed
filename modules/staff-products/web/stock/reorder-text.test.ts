import { expect, test } from 'vitest'
import { reorderText } from './reorder-text.ts'

test.each([
	[{ pedir_el: '2027-01-04', stock: 9, vendidas: 3 }, '4 ene 2027'],
	[{ pedir_el: '2026-12-20', stock: 0, vendidas: 0 }, 'Hoy'],
	[{ pedir_el: '2026-12-19', stock: 1, vendidas: 9 }, 'Hoy'],
	[{ pedir_el: null, stock: 9, vendidas: 0 }, 'Sin ventas'],
	[{ pedir_el: null, stock: 99_999, vendidas: 1 }, 'Alcanza por años'],
])('the reorder date of %j is "%s"', (product, text) => {
	expect(reorderText(product, '2026-12-20')).toBe(text)
})
