import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import type { Files } from '#core/server/files/files.ts'
import { createPictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { uploadProof } from '#modules/payments/server/upload-proof.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const aPicture = () =>
	sharp({ create: { width: 40, height: 40, channels: 3, background: '#446' } })
		.png()
		.toBuffer()

it('an order is placed while the mail server is down; its mail is sent once later', async () => {
	shop.inbox.refuseNext(2)
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
	const mails = () =>
		shop.inbox.mails().filter(({ to, subject }) => to === ana.email && subject.includes(String(order.nro_orden)))
	await shop.drainJobs()
	expect(mails()).toEqual([])
	for (let attempt = 0; attempt < 3; attempt += 1) await shop.retryJobs()
	expect(mails()).toHaveLength(1)
})

it('a full disk leaves order and folder unchanged after a failed proof; the proof sent again is stored', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	const bytes = await aPicture()
	const full: Files = {
		put: async () => {
			throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
		},
		get: async () => undefined,
		open: async () => undefined,
		delete: async () => {},
	}
	const deps = { ...shop.payments, files: full, pictures: createPictureDecoder() }
	await expect(uploadProof(deps, { orden_id: order.orden_id, bytes })).rejects.toThrow('no space left')
	expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pendiente' })

	const form = new FormData()
	form.set('orden_id', order.orden_id)
	form.set('comprobante', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'comprobante.png')
	const answer = await fetch(`${shop.env.publicUrl}/api/subir_comprobante/`, { method: 'POST', body: form })
	expect(answer.status).toBe(200)
	expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision' })
	const kept = readdirSync(join(shop.env.dataDir), { recursive: true, encoding: 'utf8' })
	expect(kept.filter((name) => name.endsWith('.webp'))).toHaveLength(1)
})

it.each([
	['the hour that happens twice, in April', '2027-04-04T02:45:00Z'],
	['the hour that is left out, in September', '2027-09-05T03:45:00Z'],
])('an unpaid order over %s fails after 30 minutes and not before', async (_name, start) => {
	const provider = gatewayHelpers(shop, 'webpay')
	shop.clock.advanceMinutes(Math.ceil((new Date(start).getTime() - shop.clock.now().getTime()) / 60_000))
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
	shop.clock.advanceMinutes(29)
	await expireOrders(shop.payments)
	expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
	shop.clock.advanceMinutes(2)
	await expireOrders(shop.payments)
	expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
})

it('two parallel refunds of the same money make one refund', async () => {
	const provider = gatewayHelpers(shop, 'webpay')
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
	await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago'))
	const answers = await Promise.all([
		provider.refund(order.orden_id, order.total),
		provider.refund(order.orden_id, order.total),
	])
	expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
	expect(await provider.refundsOf(order.orden_id)).toMatchObject([{ monto: order.total, estado: 'hecha' }])
})
