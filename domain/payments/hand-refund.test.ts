import { expect, it } from 'vitest'
import { paidByHand } from '#domain/orders/paid-by-hand.ts'
import { paidAgain } from './hand-refund.ts'

it('was paid what the total was before staff changed it, or what they raised it to', () => {
	expect(paidByHand({ total: 29_990, pagado_a_mano: null })).toBe(29_990)
	expect(paidByHand({ total: 20_000, pagado_a_mano: 29_990 })).toBe(29_990)
	expect(paidByHand({ total: 35_000, pagado_a_mano: 29_990 })).toBe(35_000)
})

it('was paid another time when all of the first payment had gone back, and else the same one stands', () => {
	const order = { total: 29_990, pagado_a_mano: null }
	expect(paidAgain(order, 0)).toBeNull()
	expect(paidAgain(order, 29_990)).toBe(59_980)
	expect(paidAgain(order, 5000)).toBeNull()
	expect(paidAgain({ total: 20_000, pagado_a_mano: 29_990 }, 20_000)).toBe(29_990)
})
