import { expect, test } from 'vitest'
import { stockWarning } from '#web/cart/cart-lines.tsx'

test('a line says when fewer units are left than it holds, and nothing when they suffice or stock is unknown', () => {
	expect(stockWarning(2, 5)).toBeUndefined()
	expect(stockWarning(5, 5)).toBeUndefined()
	expect(stockWarning(2, undefined)).toBeUndefined()
	expect(stockWarning(2, 1)).toBe('Queda solo 1 unidad')
	expect(stockWarning(9, 3)).toBe('Quedan solo 3 unidades')
	expect(stockWarning(1, 0)).toBe('Sin stock')
})
