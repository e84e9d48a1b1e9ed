import { expect, it } from 'vitest'
import { paidAgain, paidByHand } from '#modules/orders/order-money.ts'

it('returns the total before staff changed it, or the total that they raised it to', () => {
	expect(paidByHand({ total: 29_990, pagado_a_mano: null })).toBe(29_990)
	expect(paidByHand({ total: 20_000, pagado_a_mano: 29_990 })).toBe(29_990)
	expect(paidByHand({ total: 35_000, pagado_a_mano: 29_990 })).toBe(35_000)
})

it('returns a new payment after a full refund, and the same one otherwise', () => {
	const order = { total: 29_990, pagado_a_mano: null }
	expect(paidAgain(order, 0)).toBeNull()
	expect(paidAgain(order, 29_990)).toBe(59_980)
	expect(paidAgain(order, 5000)).toBeNull()
	expect(paidAgain({ total: 20_000, pagado_a_mano: 29_990 }, 20_000)).toBe(29_990)
})
