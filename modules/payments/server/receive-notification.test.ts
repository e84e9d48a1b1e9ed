import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'

let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop()
})
afterAll(() => shop.stop())

/** An unsigned notification of a payment. */
const forge = async (id: number) =>
	await shop.app.inject({
		method: 'POST',
		url: `/api/webhooks/mercadopago/?data.id=${id}&type=payment`,
		headers: { 'x-signature': `ts=1742505638683,v1=${'0'.repeat(64)}`, 'x-request-id': `request-${id}` },
		payload: { type: 'payment', data: { id: String(id) } },
	})

it('reads the gateway at most thirty times a minute for unverified notifications, once each', async () => {
	const gateway = shop.payments.gateways.get('mercadopago')
	if (!gateway) throw new Error('no gateway')
	const identify = vi.spyOn(gateway, 'identify')
	for (let id = 1; id <= 33; id += 1) expect((await forge(id)).statusCode).toBe(401)
	await shop.drainJobs()
	expect(identify).toHaveBeenCalledTimes(30)
	shop.clock.advanceMinutes(2)
	await forge(41)
	await shop.drainJobs()
	expect(identify).toHaveBeenCalledTimes(31)
})
