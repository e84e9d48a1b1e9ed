import { expect, it } from 'vitest'
import { createSigner } from '#core/server/platform/secrets.ts'
import { orderPath } from '#modules/orders/server/order-links.ts'
import { aShop } from '#tests/a-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')

/** The token of the order link in the newest mail about an order. */
async function tokenFromMail(nro_orden: number): Promise<string> {
	await shop.drainJobs()
	const mail = shop.inbox.mails().find(({ to, text }) => to === ana.email && text.includes(String(nro_orden)))
	const token = /\/orden\/([\w.-]+)/.exec(mail?.text ?? '')?.[1]
	if (!token) throw new Error('the mail carries no link')
	return token
}

it('returns the order to the holder of the mailed link, without the phone and with no-store', async () => {
	const order = await aPlacedOrder(shop, ana)
	const answer = await shop.app.inject({ url: `/api/orden/${await tokenFromMail(order.nro_orden)}/` })
	expect(answer.json()).toMatchObject({ id: order.orden_id, nro_orden: order.nro_orden, carrito: [{ color: 'Negro' }] })
	for (const kept of ['telefono', 'user', 'comprobantes_descarga']) expect(answer.json()).not.toHaveProperty(kept)
	expect(answer.headers['cache-control']).toBe('no-store')
})

it('opens a payment for a refused order with the link alone', async () => {
	const order = await aPlacedOrder(shop, ana)
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Rechazar pago'))
	const answer = await shop.app.inject({
		method: 'POST',
		url: `/api/orden/${await tokenFromMail(order.nro_orden)}/pagar/`,
	})
	expect(answer.statusCode).toBe(200)
	expect(answer.json().init_point).not.toBe(order.init_point)
})

it('rejects a link that is altered, signed with another secret, or a year old', async () => {
	const order = await aPlacedOrder(shop, ana)
	const token = await tokenFromMail(order.nro_orden)
	const stranger = { signer: createSigner(['another secret']), clock: shop.clock }
	const foreign = orderPath(stranger, order.orden_id, 'mailed')
	const status = async (t: string) => (await shop.app.inject({ url: `/api/orden/${t}/` })).statusCode
	expect(await status(`${token}x`)).toBe(403)
	expect(await status(foreign.replace('/orden/', ''))).toBe(403)
	expect(await status(order.orden_id)).toBe(403)
	shop.clock.advanceMinutes(366 * 24 * 60)
	expect(await status(token)).toBe(403)
})
