import { expect, test } from 'vitest'
import { stockWarning } from '#modules/cart/web/cart-panel.tsx'

test('a line warns when it exceeds the stock, and not when the stock suffices or is unknown', () => {
	expect(stockWarning(2, 5)).toBeUndefined()
	expect(stockWarning(5, 5)).toBeUndefined()
	expect(stockWarning(2, undefined)).toBeUndefined()
	expect(stockWarning(2, 1)).toBe('Queda solo 1 unidad')
	expect(stockWarning(9, 3)).toBe('Quedan solo 3 unidades')
	expect(stockWarning(1, 0)).toBe('Sin stock')
})
