import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { productos } from '#modules/catalog/tables.ts'
import { correos, ordenLineas } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import {
	aCustomer,
	anOrder,
	aPlacedOrder,
	brokenLedgers,
	cartLine,
	logIn,
	orderRow,
	sendOrder,
	stockOf,
} from '#tests/shop-helpers.ts'

const shop = await aShop()
// On a busy machine the first search loads the map for longer than an order waits.
await shop.warmUp()
const camila = await aCustomer(shop)
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

it('rejects a house far along a street quoted as its middle with total_cambio and the right amounts', async () => {
	const ask = async (path: string) => (await shop.app.inject(path)).json()
	const { results } = await ask(`/api/mapas/sugerencias/?q=${encodeURIComponent('Avenida Irarrázaval, Ñuñoa')}`)
	const street = results.find(({ texto }: { texto: string }) => texto === 'Avenida Irarrázaval')
	const { cotizacion, costo } = await ask(`/api/despacho/cotizacion/?lugar_id=${street.lugar_id}`)
	expect(costo).toBe(0)
	const order = anOrder({
		tipo_entrega: 'despacho',
		metodo_pago: 'efectivo',
		lugar_id: street.lugar_id,
		cotizacion,
		direccion: 'Avenida Irarrázaval, Ñuñoa, 5000',
	})
	const refused = await sendOrder(shop, camila, order)
	expect(refused.json()).toMatchObject({ code: 'total_cambio', despacho: 3_500, total: 33_490 })
	const placed = await sendOrder(shop, camila, { ...order, total: 33_490 })
	expect(placed.statusCode).toBe(200)
	expect(await orderRow(shop, placed.json().orden_id)).toMatchObject({
		despacho: 3_500,
		direccion: expect.stringMatching(/^Avenida Irarrázaval 5000, Ñuñoa/),
	})
})

describe('placeOrder', () => {
	it('reserves stock, mails the customer and leads to the gateway', async () => {
		const before = await stockOf(shop, 'Negro')
		const answer = await sendOrder(shop, camila, anOrder({ carrito: [cartLine('Negro', 2)] }))
		expect(answer.statusCode).toBe(200)
		const order = answer.json()
		expect(order).toMatchObject({
			estado: 'pendiente',
			total: 59_980,
			init_point: expect.stringContaining('/simuladores/mercadopago/'),
		})
		expect(await stockOf(shop, 'Negro')).toBe(before - 2)
		expect(await brokenLedgers(shop)).toEqual([])
		await shop.drainJobs()
		expect(
			shop.inbox.mails().some((mail) => mail.to === camila.email && mail.text.includes(String(order.nro_orden))),
		).toBe(true)
	})

	it('merges the lines of one colour into one', async () => {
		const before = await stockOf(shop, 'Celeste')
		const carrito = [cartLine('Celeste', 1), cartLine('Celeste', 2)]
		const { orden_id } = await aPlacedOrder(shop, camila, { carrito, metodo_pago: 'efectivo' })
		const lines = await shop.database.db.select().from(ordenLineas).where(eq(ordenLineas.orden_id, orden_id))
		expect(lines).toMatchObject([{ color: 'Celeste', cantidad: 3 }])
		expect(await stockOf(shop, 'Celeste')).toBe(before - 3)
	})

	it('sends one low-stock mail for the order that crosses the threshold, and none for the next', async () => {
		const { db } = shop.database
		const isNegro = eq(productos.color, 'Negro')
		const [before] = await db.select().from(productos).where(isNegro)
		await db
			.update(productos)
			.set({ low_stock_threshold: (before?.stock ?? 0) - 1 })
			.where(isNegro)
		const noticeCount = () => db.$count(correos, eq(correos.plantilla, 'stock_bajo'))
		const earlier = await noticeCount()
		await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		expect(await noticeCount()).toBe(earlier + 1)
		await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		expect(await noticeCount()).toBe(earlier + 1)
		await db
			.update(productos)
			.set({ low_stock_threshold: before?.low_stock_threshold ?? 0 })
			.where(isNegro)
	})

	it('is marked paid once when the gateway reports the payment', async () => {
		const order = await aPlacedOrder(shop, camila)
		const back = await pay(order.init_point, 'Aprobar pago')
		expect(new URL(back?.url ?? '').pathname).toBe('/checkout-success')
		const check = () => returnFromMercadoPago(shop, back)
		const first = await check()
		expect(first.json()).toMatchObject({ estado: 'pagada', message: expect.stringContaining('confirmado') })
		expect((await check()).json()).toEqual(first.json())
		await shop.drainJobs()
		const confirmations = shop.inbox
			.mails()
			.filter((mail) => mail.to === camila.email && mail.subject.includes(String(order.nro_orden)))
		expect(confirmations.length).toBe(2)
	})

	it('fails the order and returns its stock when the payment is refused', async () => {
		const before = await stockOf(shop, 'Rosado')
		const order = await aPlacedOrder(shop, camila, { carrito: [cartLine('Rosado')] })
		expect(await stockOf(shop, 'Rosado')).toBe(before - 1)
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Rechazar pago'))
		expect((await orderRow(shop, order.orden_id)).estado).toBe('fallida')
		expect(await stockOf(shop, 'Rosado')).toBe(before)
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('marks the order paid by the notification alone when the customer closes the tab', async () => {
		const order = await aPlacedOrder(shop, camila)
		await pay(order.init_point, 'Aprobar pago')
		await expect
			.poll(async () => {
				await shop.drainJobs()
				return (await orderRow(shop, order.orden_id)).estado
			})
			.toBe('pagada')
	})
})

describe('the Idempotency-Key of placeOrder', () => {
	it('answers twenty parallel posts with one order and equal answers', async () => {
		const key = randomUUID()
		const before = await stockOf(shop, 'Celeste')
		const order = anOrder({ carrito: [cartLine('Celeste')] })
		const answers = await Promise.all(Array.from({ length: 20 }, () => sendOrder(shop, camila, order, key)))
		expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
		expect(answers[0]?.statusCode).toBe(200)
		expect(await stockOf(shop, 'Celeste')).toBe(before - 1)
	})

	it('uses no further order number for repeated posts', async () => {
		const key = randomUUID()
		const order = anOrder({ carrito: [cartLine('Blanco')] })
		const first = (await sendOrder(shop, camila, order, key)).json()
		for (let round = 0; round < 3; round += 1) {
			expect((await sendOrder(shop, camila, order, key)).json().nro_orden).toBe(first.nro_orden)
		}
		const next = (await sendOrder(shop, camila, anOrder({ carrito: [cartLine('Blanco')] }))).json()
		expect(next.nro_orden).toBe(first.nro_orden + 1)
	})

	it('rejects the key with another order', async () => {
		const key = randomUUID()
		await sendOrder(shop, camila, anOrder(), key)
		const answer = await sendOrder(shop, camila, anOrder({ carrito: [cartLine('Rosado')] }), key)
		expect(answer.statusCode).toBe(409)
		expect(answer.json().code).toBe('clave_repetida')
	})
})

describe('the last units in stock', () => {
	it('are rejected with a hint to the own order that reserves them, and without one to other customers', async () => {
		const all = await stockOf(shop, 'Rosado')
		const order = anOrder({ carrito: [cartLine('Rosado', all)] })
		const key = randomUUID()
		const { nro_orden } = (await sendOrder(shop, camila, order, key)).json()
		const more = anOrder({ carrito: [cartLine('Rosado', 1)], metodo_pago: 'transferencia' })
		const text = 'No hay stock disponible para el color Rosado.'
		const own = await sendOrder(shop, camila, more)
		expect(own.statusCode).toBe(409)
		expect(own.json()).toMatchObject({
			code: 'sin_stock',
			error: `${text} Tu orden N° ${nro_orden} tiene unidades reservadas: síguela en tus órdenes.`,
		})
		const other = await aCustomer(shop)
		expect((await sendOrder(shop, other, more)).json()).toMatchObject({ code: 'sin_stock', error: text })
		// A key belongs to its customer: the same key of another customer does not return the first one's order.
		expect((await sendOrder(shop, other, order, key)).json()).toMatchObject({ code: 'sin_stock', error: text })
	})
})

describe('an address in placeOrder', () => {
	it('is rejected with campos_invalidos for characters that addresses do not have', async () => {
		const order = anOrder({ tipo_entrega: 'despacho', direccion: 'Moneda 970, Santiago, \ud800b' })
		expect((await sendOrder(shop, camila, order)).statusCode).toBe(400)
	})
})

describe('placeOrder with forged input', () => {
	it.each([
		['a forged total', { total: 1 }, 409, 'total_cambio'],
		['a forged price', { carrito: [cartLine('Negro', 1, 1)] }, 409, 'total_cambio'],
		['more than there is', { carrito: [cartLine('Negro', 900)] }, 409, 'sin_stock'],
		['an unknown colour', { carrito: [cartLine('Dorado')] }, 409, 'sin_stock'],
		['an unknown coupon', { cupon: 'GRATIS' }, 422, 'cupon_invalido'],
		['a short phone', { telefono: '12345' }, 422, 'telefono_invalido'],
		['an empty cart', { carrito: [] }, 422, 'carrito_vacio'],
		['half a unit', { carrito: [cartLine('Negro', 0.5)] }, 400, 'campos_invalidos'],
		['minus one unit', { carrito: [cartLine('Negro', -1)] }, 400, 'campos_invalidos'],
		['delivery to nowhere', { tipo_entrega: 'despacho', direccion: '' }, 422, 'direccion_requerida'],
		[
			'an address that nobody knows',
			{ tipo_entrega: 'despacho', direccion: 'Xqzzw Wqxj 999999,' },
			422,
			'direccion_desconocida',
		],
	] as const)('rejects %s with a clear error, and changes nothing', async (_name, changes, status, code) => {
		const before = await stockOf(shop, 'Negro')
		const answer = await sendOrder(shop, camila, anOrder({ ...changes } as never))
		expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code })
		expect(answer.json().error).toBe(answer.json().detail)
		expect(await stockOf(shop, 'Negro')).toBe(before)
	})

	it('rejects an order without a session, or with a forged one', async () => {
		for (const access of ['', 'x.y.z', `${camila.access}x`]) {
			const answer = await sendOrder(shop, { ...camila, access }, anOrder())
			expect(answer.statusCode).toBe(401)
			expect(answer.json().error).toBe('Sesión expirada. Inicia sesión de nuevo.')
		}
	})

	it('returns the right amounts when the total differs', async () => {
		const answer = await sendOrder(shop, camila, anOrder({ total: 5 }))
		expect(answer.json()).toMatchObject({
			total: 29_990,
			subtotal: 29_990,
			despacho: 0,
			descuento: 0,
			items: [{ sku: 'PREM-SHAKER-650', color: 'Negro', precio: 29_990 }],
		})
	})
})

it('discounts 5000 CLP with the code in any spelling', async () => {
	const answer = await sendOrder(shop, camila, anOrder({ cupon: '  shaker5000 ', total: 24_990 }))
	expect(answer.json()).toMatchObject({ total: 24_990 })
})

it('marks a total of 0 as paid at once and leads to the confirmation instead of a gateway', async () => {
	await shop.database.db.update(productos).set({ precio: 4000 }).where(eq(productos.color, 'Blanco'))
	const free = anOrder({ carrito: [cartLine('Blanco', 1, 4000)], cupon: 'SHAKER5000', total: 0 })
	const order = (await sendOrder(shop, camila, free)).json()
	expect(order).toMatchObject({ estado: 'pagada', total: 0, init_point: expect.stringContaining('/checkout-success') })
	const { estado, expires_at, pagada_at } = await orderRow(shop, order.orden_id)
	expect({ estado, expires_at, isPaid: pagada_at !== null }).toEqual({
		estado: 'pagada',
		expires_at: null,
		isPaid: true,
	})
})

it('stores phone and address with an account that has none, and does not overwrite them', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const contact = async () => {
		const { access } = await logIn(shop, ana.email, ana.password)
		const answer = await shop.app.inject({ url: '/api/perfil/', headers: { authorization: `Bearer ${access}` } })
		const { telefono, direccion } = answer.json()
		return { telefono, direccion }
	}
	const direccion = 'Merced 280, Santiago,Depto 4'
	await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', tipo_entrega: 'despacho', direccion })
	const known = { telefono: '987654321', direccion: 'Merced 280, Santiago, Depto 4' }
	expect(await contact()).toEqual(known)
	await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '911111111' })
	expect(await contact()).toEqual(known)
})
