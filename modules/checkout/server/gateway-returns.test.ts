import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import type { TestShop } from '#tests/open-shop.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop)

function spyOnGateway(of: TestShop, name: 'flow' | 'webpay') {
	const gateway = of.payments.gateways.get(name)
	if (!gateway) throw new Error(`no ${name}`)
	return [vi.spyOn(gateway, 'read'), vi.spyOn(gateway, 'confirm')] as const
}
const refOf = async (of: TestShop, name: 'flow' | 'webpay', orderId: string) => {
	const [attempt] = await gatewayHelpers(of, name).attemptsOf(orderId)
	return attempt?.gateway_ref ?? ''
}
const post = (of: TestShop, url: string, fields: Record<string, string>) =>
	of.app.inject({
		method: 'POST',
		url,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: new URLSearchParams(fields).toString(),
	})

describe('gatewayReturns', () => {
	it('calls the gateway once for repeated returns of one attempt, and redirects each to its page', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
		const token = await refOf(shop, 'webpay', order.orden_id)
		const spies = spyOnGateway(shop, 'webpay')
		for (let n = 0; n < 40; n++) {
			const answer = await post(shop, '/api/retorno/webpay/', {
				TBK_TOKEN: token,
				TBK_ID_SESION: 'x',
				TBK_ORDEN_COMPRA: 'x',
			})
			expect([answer.statusCode, String(answer.headers.location)]).toEqual([
				303,
				expect.stringContaining(order.orden_id),
			])
		}
		expect(spies[0].mock.calls.length + spies[1].mock.calls.length).toBeLessThanOrEqual(2)
		for (const spy of spies) spy.mockRestore()
	})

	it('confirms a sale on the first return, also right after another question', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
		const [, confirm] = spyOnGateway(shop, 'webpay')
		const back = await pay(order.payment_url, 'Aprobar pago')
		await shop.app.inject({ url: `/api/webpay/status/?orden_id=${order.orden_id}` })
		await returnFromGateway(shop, back)
		expect(confirm).toHaveBeenCalledTimes(1)
		expect(await gatewayHelpers(shop, 'webpay').estadoOf(order.orden_id)).toBe('pagada')
		confirm.mockRestore()
	})
})

describe('unsigned notifications of one attempt', () => {
	const waiting = async () => {
		const { rows } = await shop.database.db.execute<{ n: number }>(sql`
			select count(*)::int as n from pgboss.job where name = 'liquidar_pago' and state in ('created', 'retry')`)
		return rows[0]?.n
	}

	it('become one waiting job, so that they do not delay the payment of another order', async () => {
		await shop.drainJobs()
		const [own, honest] = [
			await aPlacedOrder(shop, ana, { metodo_pago: 'flow' }),
			await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'flow' }),
		]
		await shop.drainJobs()
		const token = await refOf(shop, 'flow', own.orden_id)
		for (let n = 0; n < 50; n++) expect((await post(shop, '/api/webhooks/flow/', { token })).statusCode).toBe(200)
		expect(await waiting()).toBe(1)
		await pay(honest.payment_url, 'Aprobar pago', { sin_volver: 'si' })
		await expect.poll(waiting).toBe(2)
		await shop.drainJobs()
		expect(await gatewayHelpers(shop, 'flow').estadoOf(honest.orden_id)).toBe('pagada')
	})
})
