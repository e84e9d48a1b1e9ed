import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { refundHelpers } from '#tests/failures/refund-helpers.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { anOrder, orderRow, sendOrder } from '#tests/shop-helpers.ts'

let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop()
})
afterAll(() => shop.stop())

const adjust = (gateway: GatewayMethod, ajustes: Record<string, unknown>) =>
	gatewayHelpers(shop, gateway).adjust(ajustes)

const { aRefund, rowOf, goneBack, run } = refundHelpers(() => shop)

/** A refund sent while Mercado Pago answers in this way. */
async function aSentRefund(devoluciones: string) {
	const refund = await aRefund('mercadopago')
	await adjust('mercadopago', { devoluciones })
	await run(refund.id)
	await adjust('mercadopago', { devoluciones: 'al_instante' })
	return refund
}

it('marks a refund that Mercado Pago made and answered with a rejection as made: its list is read first', async () => {
	const { id, orden_id } = await aSentRefund('negadas')
	expect(await rowOf(id)).toMatchObject({ estado: 'hecha', devolucion_id: expect.stringMatching(/^\d+$/) })
	expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
})

it('neither refuses nor repeats a refund that Mercado Pago is still making', async () => {
	const { id, pago_id } = await aSentRefund('a_la_vez')
	expect(await rowOf(id)).toMatchObject({ estado: 'enviando' })
	for (let times = 0; times < 2; times += 1) await run(id)
	expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
	expect(await goneBack(pago_id)).toBe(7000)
})

it('names an e-mail that Flow rejects to the customer', async () => {
	await adjust('flow', { correos_de_ejemplo: 'rechaza' })
	const email = `beto-${randomUUID().slice(0, 8)}@example.com`
	const password = 'una-clave-segura'
	const payload = { email, password, first_name: 'Beto', last_name: 'Rojas' }
	await shop.app.inject({ method: 'POST', url: '/api/register/', payload })
	const login = await shop.app.inject({ method: 'POST', url: '/api/token/', payload: { username: email, password } })
	const beto = { email, password, ...login.json<{ access: string; refresh: string }>() }
	const answer = await sendOrder(shop, beto, anOrder({ metodo_pago: 'flow' }))
	expect(answer.statusCode).toBe(422)
	expect(answer.json()).toMatchObject({ code: 'correo_no_aceptado', error: expect.stringContaining(email) })
})
