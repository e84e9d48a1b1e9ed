import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comprobantes } from '#server/db/tables/payments.ts'
import { proofLink } from '#server/payments/proof-links.ts'
import { createSigner } from '#server/signing.ts'
import { brokenPromisesOf } from '#tests/failures/check-shop.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, orderRow, type TestCustomer } from '#tests/shop-words.ts'

let shop: TestShop
let ana: TestCustomer
let picture: Buffer

beforeAll(async () => {
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
	picture = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#eee' } })
		.withExif({ IFD0: { Copyright: 'secreto del celular' } })
		.jpeg()
		.toBuffer()
})
afterAll(async () => {
	expect(await brokenPromisesOf(shop)).toEqual([])
	await shop.stop()
})

async function upload(orden_id: string | undefined, file: Uint8Array | undefined, name = 'comprobante.jpg') {
	const form = new FormData()
	if (file) form.set('comprobante', new Blob([Buffer.from(file)]), name)
	if (orden_id !== undefined) form.set('orden_id', orden_id)
	const answer = await fetch(`${shop.simulatorsUrl.replace('/simuladores', '')}/api/subir_comprobante/`, {
		method: 'POST',
		body: form,
	})
	return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const aTransfer = () => aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })

describe('a proof of transfer', () => {
	it('puts its order under review, tells customer and staff, and is drawn anew without what was hidden in it', async () => {
		const order = await aTransfer()
		const { status, body } = await upload(order.orden_id, picture)
		expect(status).toBe(200)
		expect(body.estado).toBe('en_revision')
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', expires_at: null })
		await shop.drainJobs()
		const about = shop.inbox.mails().filter((mail) => mail.text.includes(String(order.nro_orden)))
		expect(about.filter((mail) => mail.to === staffLogin.email)).toHaveLength(1)
		expect(about.filter((mail) => mail.to === ana.email)).toHaveLength(2)

		const [row] = await shop.database.db.select().from(comprobantes).where(eq(comprobantes.orden_id, order.orden_id))
		const signer = createSigner([shop.secrets.secretKey])
		const link = proofLink({ signer, clock: shop.clock }, row?.id ?? '')
		const kept = await shop.app.inject({ url: link })
		expect(kept.headers['content-type']).toBe('image/webp')
		expect(kept.rawPayload.includes(Buffer.from('secreto del celular'))).toBe(false)
		expect((await sharp(kept.rawPayload).metadata()).exif).toBeUndefined()
		expect((await shop.app.inject({ url: `${link}x` })).statusCode).toBe(403)
		shop.clock.advanceMinutes(61)
		expect((await shop.app.inject({ url: link })).statusCode).toBe(403)
	})

	it.each([
		['a text under a picture’s name', () => Buffer.from('no soy una imagen'), 415],
		['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
		['half a picture', () => picture.subarray(0, 300), 415],
		['a page', () => Buffer.from('<html><script>alert(1)</script></html>'), 415],
		['nothing', () => undefined, 400],
		['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413],
	])('%s is refused and leaves the order as it was', async (_name, file, expected) => {
		const order = await aTransfer()
		const { status, body } = await upload(order.orden_id, file())
		expect(status).toBe(expected)
		expect(body.error).toBeTruthy()
		expect((await orderRow(shop, order.orden_id)).estado).toBe('pendiente')
	})

	it('belongs to a transfer: not to another kind of order, to none, nor to its short number', async () => {
		const cash = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		expect((await upload(cash.orden_id, picture)).status).toBe(422)
		expect((await upload(String(cash.nro_orden), picture)).status).toBe(404)
		expect((await upload(undefined, picture)).status).toBe(404)
	})

	it('may come five times, not six', async () => {
		const order = await aTransfer()
		const answers = await Promise.all(Array.from({ length: 8 }, () => upload(order.orden_id, picture)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
		expect(answers.filter(({ status }) => status === 422)).toHaveLength(3)
	})
})
