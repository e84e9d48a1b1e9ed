import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { brokenPromisesOf } from '#tests/failures/check-shop.ts'
import { gatewayWords } from '#tests/gateway-words.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { comeBack, pay } from '#tests/pay-and-return.ts'
import { aCustomer, anOrder, aPlacedOrder, bottles, sendOrder, stockOf, type TestCustomer } from '#tests/shop-words.ts'

let shop: TestShop
let ana: TestCustomer
let words: ReturnType<typeof gatewayWords>

beforeAll(async () => {
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
	words = gatewayWords(shop, 'webpay')
})
afterAll(() => shop.stop())
afterEach(async () => {
	expect(await brokenPromisesOf(shop)).toEqual([])
})

it('a double click makes one order with one page to pay at', async () => {
	const before = await stockOf(shop, 'Negro')
	const key = randomUUID()
	const order = anOrder({ metodo_pago: 'webpay' })
	const answers = await Promise.all([sendOrder(shop, ana, order, key), sendOrder(shop, ana, order, key)])
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
	expect(answers[0]?.json()).toEqual(answers[1]?.json())
	expect(await stockOf(shop, 'Negro')).toBe(before - 1)
})

it('two tabs that order the last bottle sell it once, and the other is told which colour is gone', async () => {
	const left = await stockOf(shop, 'Celeste')
	await aPlacedOrder(shop, ana, { carrito: [bottles('Celeste', left - 1)], metodo_pago: 'efectivo' })
	const order = anOrder({ carrito: [bottles('Celeste')], metodo_pago: 'efectivo' })
	const answers = await Promise.all([sendOrder(shop, ana, order), sendOrder(shop, ana, order)])
	expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
	const refused = answers.find(({ statusCode }) => statusCode === 409)
	expect(refused?.json()).toMatchObject({ code: 'sin_stock', color: 'Celeste', disponible: 0 })
})

it('two tabs that pay again open one page, and it is paid once', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
	await comeBack(shop, await pay(order.payment_url, 'Abandonar'))
	const tabs = await Promise.all([words.payAgain(ana, order.orden_id), words.payAgain(ana, order.orden_id)])
	const [url, other] = tabs.map((tab) => tab.json().payment_url)
	expect(other).toBe(url)
	const back = await pay(url, 'Aprobar pago')
	await Promise.all([comeBack(shop, back), comeBack(shop, back)])
	expect(await words.estadoOf(order.orden_id)).toBe('pagada')
	expect(await words.paymentsOf(order.orden_id)).toHaveLength(1)
})
