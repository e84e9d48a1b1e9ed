import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { payInBrowser } from '#tests/pay-and-return.ts'
import { aCustomer, anOrder, aPlacedOrder, brokenLedgers, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

/** What the shop does whatever modules it has: these tests run without any of them too. */

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
afterAll(async () => {
	expect(await brokenLedgers(shop)).toEqual([])
})

const own = () => callsWith(shop, ana.access)
const mailsTo = (email: string) => shop.inbox.mails().filter(({ to }) => to === email)

describe('a purchase', () => {
	it.each(['mercadopago', 'flow', 'webpay'] as const)(
		'is paid at %s, in the profile and in the panel',
		async (metodo_pago) => {
			const before = await stockOf(shop, 'Negro')
			const order = await aPlacedOrder(shop, ana, { metodo_pago })
			expect(await stockOf(shop, 'Negro')).toBe(before - 1)
			await payInBrowser(order.payment_url ?? order.init_point ?? '', 'Aprobar pago', {})
			await shop.drainJobs()
			expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', total: 29_990, descuento: 0 })
			const { ordenes } = (await own().get('/api/perfil/')).json()
			expect(ordenes[0]).toMatchObject({ id: order.orden_id, estado: 'pagada', metodo_pago })
			const { results } = (await (await theBoss(shop)).get('/api/admin_listar_ordenes/')).json()
			expect(results[0]).toMatchObject({ id: order.orden_id, estado: 'pagada', email: ana.email })
			expect(mailsTo(ana.email).some(({ text }) => text.includes(String(order.nro_orden)))).toBe(true)
		},
	)

	it('by transfer waits for its proof, and staff confirm it', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#eee' } })
			.jpeg()
			.toBuffer()
		const form = new FormData()
		form.set('comprobante', new Blob([Buffer.from(picture)]), 'comprobante.jpg')
		form.set('orden_id', order.orden_id)
		const sent = await fetch(`${shop.env.publicUrl}/api/subir_comprobante/`, { method: 'POST', body: form })
		expect([sent.status, ((await sent.json()) as { estado: string }).estado]).toEqual([200, 'en_revision'])
		const boss = await theBoss(shop)
		const { statusCode } = await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado: 'pagada' })
		expect([statusCode, (await orderRow(shop, order.orden_id)).estado]).toEqual([200, 'pagada'])
	})

	it('in cash is delivered at its measured price, and returns its units when it is cancelled', async () => {
		const direccion = encodeURIComponent('Av. Providencia 2124, Providencia')
		const quote = (await shop.app.inject({ url: `/api/despacho/cotizacion/?direccion=${direccion}` })).json()
		expect(quote).toMatchObject({ fuera_de_cobertura: false })
		const before = await stockOf(shop, 'Blanco')
		const changes = {
			carrito: [cartLine('Blanco', 2)],
			metodo_pago: 'efectivo' as const,
			tipo_entrega: 'despacho' as const,
		}
		const body = anOrder({ ...changes, direccion: quote.direccion, cotizacion: quote.cotizacion })
		const order = await aPlacedOrder(shop, ana, { ...body, total: body.total + quote.costo })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pendiente', despacho: quote.costo })
		expect(await stockOf(shop, 'Blanco')).toBe(before - 2)
		const boss = await theBoss(shop)
		await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado: 'cancelado' })
		expect(await stockOf(shop, 'Blanco')).toBe(before)
	})

	it('with a total other than the shop computes is rejected, and takes nothing', async () => {
		const before = await stockOf(shop, 'Celeste')
		const order = anOrder({ carrito: [cartLine('Celeste')], total: 1 })
		const answer = await own().send('POST', '/api/crear_orden/', order, { 'idempotency-key': 'total-de-un-peso-0001' })
		expect(answer.statusCode).toBeGreaterThanOrEqual(400)
		expect(await stockOf(shop, 'Celeste')).toBe(before)
	})
})

describe('the rest of the specification', () => {
	it('answers availability and prices of a cart', async () => {
		const { statusCode } = await shop.app.inject({ url: '/api/products/PREM-SHAKER-650/availability/' })
		const cart = await shop.app.inject({
			method: 'POST',
			url: '/api/cart/refresh/',
			payload: { items: [{ sku: 'PREM-SHAKER-650', color: 'Negro' }] },
		})
		expect([statusCode, cart.statusCode]).toEqual([200, 200])
	})

	it('recovers a password by mail, and closes the former sessions', async () => {
		const bea = await aCustomer(shop, 'Bea')
		await shop.app.inject({ method: 'POST', url: '/api/auth/password-reset/', payload: { email: bea.email } })
		await shop.drainJobs()
		const link = mailsTo(bea.email)
			.map(({ text }) => /reset-password\/([\w-]+)\/([\w.-]+)/.exec(text))
			.find(Boolean)
		const payload = { uid: link?.[1], token: link?.[2], new_password: 'otra-clave-muy-segura' }
		const confirmed = await shop.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm/', payload })
		expect(confirmed.statusCode).toBe(200)
		expect((await callsWith(shop, bea.access).get('/api/perfil/')).statusCode).toBe(401)
	})

	it('lists users and products to staff, and rejects customers', async () => {
		const boss = await theBoss(shop)
		for (const url of ['/api/admin_usuarios/', '/api/admin_productos/', '/api/admin_listar_ordenes/']) {
			expect((await boss.get(url)).statusCode).toBe(200)
			expect((await own().get(url)).statusCode).toBe(403)
		}
	})
})
