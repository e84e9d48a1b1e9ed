import { expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, logIn, sendOrder, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()

let phones = 922_222_222
const set = async (clave: string, valor: number | string | null) => {
	const answer = await (await theBoss(shop)).send('PUT', `/api/admin_ajustes/${clave}/`, { valor })
	expect(answer.statusCode).toBe(200)
}
async function order(
	customer: TestCustomer,
	telefono = String(phones++),
	metodo_pago: 'efectivo' | 'flow' = 'efectivo',
) {
	const session = await logIn(shop, customer.email, customer.password)
	const body = anOrder({ metodo_pago, cupon: ' shaker5000 ', total: 24_990, telefono })
	return await sendOrder(shop, { ...customer, ...session }, body)
}
const digest = async () => (await shop.app.inject('/api/checkout/')).json().cupon_sha256

it('limits the total uses of a code; only a failed order releases its use', async () => {
	const customers = await Promise.all(['Ana', 'Benja', 'Caro'].map((name) => aCustomer(shop, name)))
	const [ana, benja, caro] = customers as [TestCustomer, TestCustomer, TestCustomer]
	await set('cupon_usos', 2)
	const first = await order(ana, undefined, 'flow')
	expect(first.statusCode).toBe(200)
	expect(await digest()).not.toBeNull()
	expect((await order(benja)).statusCode).toBe(200)
	const refused = await order(caro)
	expect(refused.statusCode).toBe(422)
	expect(refused.json()).toMatchObject({ code: 'cupon_invalido', error: 'Cupón no es válido' })
	expect(await digest()).toBeNull()
	shop.clock.advanceMinutes(31)
	await expireOrders(shop.payments)
	expect(await digest()).not.toBeNull()
	expect((await order(caro)).statusCode).toBe(200)
	// Another order has taken the released use, so the failed order cannot use it again.
	const { access } = await logIn(shop, ana.email, ana.password)
	const again = await callsWith(shop, access).send('POST', `/api/ordenes/${first.json().orden_id}/pagar/`)
	expect(again.json()).toMatchObject({ code: 'cupon_invalido', error: expect.stringContaining('Haz un pedido nuevo') })
	await set('cupon_usos', null)
})

it('limits the uses of a code by one customer, by account and by phone', async () => {
	const [dora, elena] = await Promise.all(['Dora', 'Elena'].map((name) => aCustomer(shop, name)))
	if (!dora || !elena) throw new Error('no customers')
	await set('cupon_usos_cliente', 1)
	expect((await order(dora, '933333333')).statusCode).toBe(200)
	expect((await order(dora)).json().code).toBe('cupon_invalido')
	expect((await order(elena, '933333333')).json().code).toBe('cupon_invalido')
	expect((await order(elena)).statusCode).toBe(200)
	await set('cupon_usos_cliente', null)
})

it('accepts a code until the end of its last day', async () => {
	const fran = await aCustomer(shop, 'Fran')
	const day = (days: number) => daysLater(dayIn(shop.clock.now()), days)
	await set('cupon_hasta', day(-2))
	expect((await order(fran)).json().code).toBe('cupon_invalido')
	expect(await digest()).toBeNull()
	await set('cupon_hasta', day(2))
	expect((await order(fran)).statusCode).toBe(200)
	expect(await digest()).not.toBeNull()
})
