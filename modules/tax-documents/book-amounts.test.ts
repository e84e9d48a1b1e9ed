import { expect, it } from 'vitest'
import { bookAmounts } from '#modules/tax-documents/book-amounts.ts'

it('counts a sale once, and subtracts it exactly with its nota de crédito', () => {
	expect(bookAmounts({ tipo: 39, monto: 1005 })).toEqual({ neto: 845, iva: 160, total: 1005 })
	expect(bookAmounts({ tipo: 33, monto: 1005 })).toEqual({ neto: 845, iva: 160, total: 1005 })
	expect(bookAmounts({ tipo: 61, monto: 1005 })).toEqual({ neto: -845, iva: -160, total: -1005 })
	// One CLP has no IVA, and no negative zero.
	expect(bookAmounts({ tipo: 61, monto: 1 })).toEqual({ neto: -1, iva: 0, total: -1 })
})
