import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type FailureCode, failures } from '#core/contract/failure.ts'
import { createSigner } from '#core/server/platform/secrets.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { proofLink } from '#modules/orders/server/order-links.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, logIn, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
const picture = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#eee' } })
	.withExif({ IFD0: { Copyright: 'secreto del celular' } })
	.jpeg()
	.toBuffer()
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

async function upload(orderId: string | undefined, file: Uint8Array | undefined, name = 'comprobante.jpg') {
	const form = new FormData()
	if (file) form.set('comprobante', new Blob([Buffer.from(file)]), name)
	if (orderId !== undefined) form.set('orden_id', orderId)
	const answer = await fetch(`${shop.simulatorsUrl.replace('/simuladores', '')}/api/subir_comprobante/`, {
		method: 'POST',
		body: form,
	})
	return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const aTransfer = () => aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })

describe('a proof of transfer', () => {
	it('moves its order to en_revision, notifies customer and staff, and is re-encoded without metadata', async () => {
		const order = await aTransfer()
		const { status, body } = await upload(order.orden_id, picture)
		expect(status).toBe(200)
		expect(body.estado).toBe('en_revision')
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision' })
		await shop.drainJobs()
		const about = shop.inbox.mails().filter((mail) => mail.text.includes(String(order.nro_orden)))
		expect(about.filter((mail) => mail.to === staffLogin.email)).toHaveLength(1)
		expect(about.filter((mail) => mail.to === ana.email)).toHaveLength(2)

		const [row] = await shop.database.db.select().from(comprobantes).where(eq(comprobantes.orden_id, order.orden_id))
		const signer = createSigner([shop.secrets.secretKey])
		const link = proofLink({ signer, clock: shop.clock }, row?.id ?? '')
		const kept = await shop.app.inject({ url: link })
		expect(kept.headers['content-type']).toBe('image/webp')
		expect(kept.headers['content-disposition']).toContain(`filename="orden-${order.nro_orden}-comprobante-1.webp"`)
		expect(kept.rawPayload.includes(Buffer.from('secreto del celular'))).toBe(false)
		expect((await sharp(kept.rawPayload).metadata()).exif).toBeUndefined()
		expect((await shop.app.inject({ url: `${link}x` })).statusCode).toBe(403)
		shop.clock.advanceMinutes(61)
		expect((await shop.app.inject({ url: link })).statusCode).toBe(403)
	})

	it('is readable by its customer in the profile, and by no other account', async () => {
		const order = await aTransfer()
		await upload(order.orden_id, picture)
		await upload(order.orden_id, await sharp(picture).rotate(90).toBuffer())
		const ordersOf = async ({ email, password }: TestCustomer) => {
			const { access } = await logIn(shop, email, password)
			const profile = await shop.app.inject({ url: '/api/perfil/', headers: { authorization: `Bearer ${access}` } })
			return profile.json().ordenes as { id: string; comprobantes: string[]; comprobantes_descarga: string[] }[]
		}
		const own = (await ordersOf(ana)).find(({ id }) => id === order.orden_id)
		const names = [1, 2].map((place) => `orden-${order.nro_orden}-comprobante-${place}.webp`)
		expect(own?.comprobantes).toEqual(names)
		for (const [at, link] of (own?.comprobantes_descarga ?? []).entries()) {
			const kept = await shop.app.inject({ url: link })
			expect(kept.headers['content-disposition']).toBe(`inline; filename="${names[at]}"`)
		}
		expect(own?.comprobantes_descarga).toHaveLength(2)
		expect(await ordersOf(await aCustomer(shop, 'Eva'))).toEqual([])
	})

	it.each<[string, () => Uint8Array | undefined, FailureCode]>([
		['a text under a picture’s name', () => Buffer.from('no soy una imagen'), 'comprobante_no_imagen'],
		['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'comprobante_no_imagen'],
		[
			'a GIF',
			() => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
			'comprobante_no_imagen',
		],
		['half a picture', () => picture.subarray(0, 300), 'comprobante_incompleto'],
		['a page', () => Buffer.from('<html><script>alert(1)</script></html>'), 'comprobante_no_imagen'],
		['nothing', () => undefined, 'comprobante_falta'],
		['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 1), 'comprobante_grande'],
	])('rejects %s and leaves the order unchanged', async (_name, file, code) => {
		const order = await aTransfer()
		const { status, body } = await upload(order.orden_id, file())
		expect({ status, body }).toMatchObject({
			status: failures[code].status,
			body: { code, error: failures[code].text },
		})
		expect((await orderRow(shop, order.orden_id)).estado).toBe('pendiente')
	})

	it('may be a PNG or a WebP; it is stored upright, with a maximum size', async () => {
		const { orden_id } = await aTransfer()
		const blank = (width: number, height: number) =>
			sharp({ create: { width, height, channels: 3, background: '#abc' } })
		const sideways = blank(60, 30).withMetadata({ orientation: 6 })
		for (const file of [await blank(3000, 100).png().toBuffer(), await sideways.webp().toBuffer()]) {
			expect((await upload(orden_id, file)).status).toBe(200)
		}
		const rows = await shop.database.db.select().from(comprobantes).where(eq(comprobantes.orden_id, orden_id))
		const kept = rows.map(({ archivo }) => sharp(join(shop.env.dataDir, 'archivos', archivo)).metadata())
		const sizes = (await Promise.all(kept)).map(({ width, height }) => `${width}x${height}`)
		expect(sizes.sort()).toEqual(['2400x80', '30x60'])
	})

	it.each(['pagada', 'completado', 'cancelado'])('is rejected for an order that is %s', async (estado) => {
		const { orden_id } = await aTransfer()
		await (await theBoss(shop)).send('PUT', `/api/admin_ordenes/${orden_id}/`, { estado })
		const { status, body } = await upload(orden_id, picture)
		expect({ status, code: body.code }).toEqual({ status: 422, code: 'comprobante_no_corresponde' })
		expect((await orderRow(shop, orden_id)).estado).toBe(estado)
	})

	it('is rejected for other kinds of order, unknown orders and short numbers', async () => {
		const cash = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		expect((await upload(cash.orden_id, picture)).status).toBe(422)
		expect((await upload(String(cash.nro_orden), picture)).status).toBe(404)
		expect((await upload(undefined, picture)).status).toBe(404)
	})

	it('stays stored when only the answer was lost, and leaves no file when it was not stored', async () => {
		const { db } = shop.database
		const transaction = db.transaction.bind(db)
		const files = () => readdirSync(join(shop.env.dataDir, 'archivos/comprobantes')).length
		for (const isStored of [true, false]) {
			const { orden_id } = await aTransfer()
			const before = files()
			const broken = vi.spyOn(db, 'transaction').mockImplementation(async (work, config) => {
				const isLast = broken.mock.calls.length === 3
				if (!isLast) return await transaction(work, config)
				if (isStored) await transaction(work, config)
				throw new Error('the connection is gone')
			})
			expect((await upload(orden_id, picture)).status).toBe(500)
			broken.mockRestore()
			const rows = await db.select().from(comprobantes).where(eq(comprobantes.orden_id, orden_id))
			expect([rows.length, files() - before]).toEqual(isStored ? [1, 1] : [0, 0])
		}
	})

	it('is rejected when a form has two, and neither is stored', async () => {
		const { orden_id } = await aTransfer()
		const form = new FormData()
		form.set('orden_id', orden_id)
		for (const name of ['una.jpg', 'otra.jpg']) form.append('comprobante', new Blob([Buffer.from(picture)]), name)
		const url = `${shop.simulatorsUrl.replace('/simuladores', '')}/api/subir_comprobante/`
		const answer = await fetch(url, { method: 'POST', body: form })
		expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'Envía una sola imagen por vez.' }])
		const { db } = shop.database
		expect(await db.select().from(comprobantes).where(eq(comprobantes.orden_id, orden_id))).toEqual([])
	})

	it('is accepted five times, not six', async () => {
		const order = await aTransfer()
		const answers = await Promise.all(Array.from({ length: 8 }, () => upload(order.orden_id, picture)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
		expect(answers.filter(({ status }) => status === 422)).toHaveLength(3)
	})

	it("is rejected before decoding above the pixels of a phone's photo", async () => {
		const order = await aTransfer()
		const blank = (width: number, height: number) =>
			sharp({ create: { width, height, channels: 3, background: '#abc' } })
				.jpeg()
				.toBuffer()
		const huge = await upload(order.orden_id, await blank(12_000, 8400))
		expect(huge.status).toBe(413)
		expect(huge.body.error).toContain('demasiados píxeles')
		for (const [width, height] of [
			[8064, 6048],
			[8160, 6120],
			[1080, 20_000],
		] as const)
			expect((await upload(order.orden_id, await blank(width, height))).status).toBe(200)
	})
})
