import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sku } from '#modules/catalog/product.ts'
import { intentosPago, pasarelasFallando } from '#modules/orders/payment-tables.ts'
import { GatewayKeyRefused, GatewayRefused, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'
import { reportGatewayCall } from '#modules/payments/server/gateways/watch-gateway.ts'
import { primerDia } from '#modules/settings/tables.ts'
import { readShopNumbers } from '#shop/server/http/metrics.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, anOrder, aPlacedOrder, cartLine, sendOrder } from '#tests/shop-helpers.ts'

const token = 'una-llave-para-medir'
let shop: TestShop
let closed: TestShop

beforeAll(async () => {
	shop = await openTestShop()
	closed = await openTestShop({ variables: { METRICS_TOKEN: token } })
})
afterAll(async () => {
	await shop.stop()
	await closed.stop()
})

const read = (from: TestShop, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
	from.app.inject({ method: 'GET', url: '/metricas', headers, remoteAddress })

/** The value of the one line that begins with `serie`. */
function measured(text: string, serie: string): number | undefined {
	const line = text.split('\n').find((one) => one.startsWith(`${serie} `))
	return line === undefined ? undefined : Number(line.slice(serie.length + 1))
}

describe('the metrics', () => {
	it('report the process, the calls and the shop', async () => {
		const customer = await aCustomer(shop)
		await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo', carrito: [cartLine('Rosado', 2)] })
		await aPlacedOrder(shop, customer, { metodo_pago: 'webpay' })
		const paid = await aPlacedOrder(shop, customer, { metodo_pago: 'webpay' })
		await returnFromGateway(shop, await pay(paid.payment_url, 'Aprobar pago'))
		await sendOrder(shop, customer, anOrder({ cupon: 'NADA' }))
		await shop.app.inject('/api/admin_usuarios/')
		await shop.app.inject('/una/direccion/inventada')
		const { body, headers, statusCode } = await read(shop)
		expect(statusCode).toBe(200)
		expect(headers['content-type']).toContain('text/plain')
		expect(measured(body, 'tienda_base_responde')).toBe(1)
		expect(measured(body, 'tienda_ordenes_abiertas{estado="pendiente",metodo_pago="efectivo"}')).toBe(1)
		expect(measured(body, 'tienda_ordenes_ultima_hora{estado="pendiente",metodo_pago="webpay"}')).toBe(1)
		expect(measured(body, 'tienda_ordenes_creadas')).toBeGreaterThanOrEqual(2)
		// The other order is paid: it is polled for another day but is not counted as waiting.
		expect(measured(body, 'tienda_intentos_pago_esperando{gateway="webpay"}')).toBe(1)
		expect(measured(body, `tienda_stock{sku="${sku}",color="Rosado"}`)).toBe(23)
		expect(measured(body, 'tienda_correos_esperando')).toBeGreaterThan(0)
		expect(measured(body, 'tienda_trabajos{cola="enviar_correo",estado="espera"}')).toBeGreaterThan(0)
		expect(measured(body, 'tienda_http_segundos_count{ruta="/api/crear_orden",metodo="POST",estado="200"}')).toBe(3)
		expect(measured(body, 'tienda_http_segundos_count{ruta="/api/crear_orden",metodo="POST",estado="422"}')).toBe(1)
		expect(measured(body, 'tienda_http_segundos_count{ruta="ninguna",metodo="GET",estado="404"}')).toBe(1)
		expect(measured(body, 'tienda_disco_libre_bytes')).toBeGreaterThan(0)
		expect(measured(body, 'tienda_archivos_se_escriben')).toBe(1)
		expect(measured(body, 'tienda_reloj_adelanto_segundos')).toBeTypeOf('number')
		expect(measured(body, 'tienda_pasarela_segundos_count{pasarela="webpay",resultado="ok"}')).toBeGreaterThan(1)
		expect(body).toMatch(/^tienda_version\{version="\d+\.\d+\.\d+",commit="[0-9a-f]*",node="[\d.]+"\} 1$/m)
		expect(body).toContain('process_resident_memory_bytes')
		expect(body).not.toContain(customer.email)
		expect(body).not.toContain('inventada')
	})

	it('report the age of the last copy outside, or of the shop when there is none', async () => {
		const { db } = shop.database
		const age = async () => (await readShopNumbers(db, new Date())).backupAgeSeconds[0]?.value
		await db.execute(sql`update usuarios set created_at = now() - interval '3 days'`)
		expect(await age()).toBeCloseTo(259_200, -2)
		const before2Days = new Date(Date.now() - 2 * 86_400_000)
		await db.insert(primerDia).values({ paso: 'respaldo_fuera', texto: '', hecho_at: before2Days })
		expect(await age()).toBeCloseTo(172_800, -2)
	})

	it('answer 404 to other machines and through a proxy', async () => {
		expect((await read(shop, {}, '203.0.113.9')).statusCode).toBe(404)
		expect((await read(shop, { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404)
		expect((await read(shop, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
	})

	it('require the token from everywhere when one is configured', async () => {
		expect((await read(closed)).statusCode).toBe(404)
		expect((await read(closed, { authorization: 'Bearer otra' })).statusCode).toBe(404)
		expect((await read(closed, { authorization: `Bearer ${token}` }, '203.0.113.9')).statusCode).toBe(200)
	})
})

describe('reportGatewayCall', () => {
	it('counts a call and logs a failed one with its order number', async () => {
		const customer = await aCustomer(shop)
		const { orden_id } = await aPlacedOrder(shop, customer, { metodo_pago: 'webpay' })
		const { db } = shop.database
		const attempts = await db.select().from(intentosPago)
		const attemptId = attempts.find((one) => one.orden_id === orden_id)?.id ?? ''
		const [warned, counted]: [unknown[], unknown[]] = [[], []]
		const parts = {
			db,
			clock: shop.clock,
			log: { warn: (...line: unknown[]) => void warned.push(line) },
			metrics: { observeGateway: (call: unknown) => void counted.push(call) },
		}
		const call = { gateway: 'webpay', name: 'read', attemptId, seconds: 1 } as const
		await reportGatewayCall(parts, { ...call, error: undefined })
		expect(warned).toEqual([])
		const error = new GatewayUnavailable('webpay answered 503')
		await reportGatewayCall(parts, { ...call, error })
		const details = { err: error, gateway: 'webpay', intento_id: attemptId, orden_id, nro_orden: expect.any(Number) }
		expect(warned).toEqual([[expect.objectContaining(details), 'a gateway did not do what it was asked']])
		expect(counted).toMatchObject([{ outcome: 'ok' }, { outcome: 'sin_respuesta' }])
	})

	it('counts failures of the gateway in a row: no refused read, and no refused e-mail', async () => {
		const { db } = shop.database
		const parts = { db, clock: shop.clock, log: { warn: () => {} }, metrics: { observeGateway: () => {} } }
		const call = { gateway: 'mercadopago', attemptId: randomUUID(), seconds: 1 } as const
		const count = async () =>
			(await db.select().from(pasarelasFallando)).find((row) => row.gateway === 'mercadopago')?.seguidas
		const report = (name: 'open' | 'read', error: unknown) => reportGatewayCall(parts, { ...call, name, error })
		await report('read', new GatewayRefused('no such payment'))
		await report('read', new GatewayUnavailable('an answer 200 made no sense', { hasAnswered: true }))
		await report('open', new GatewayRefused('that e-mail', { isAboutEmail: true }))
		expect(await count()).toBeUndefined()
		await report('open', new GatewayRefused('no'))
		await report('read', new GatewayUnavailable('answered 503'))
		await report('read', new GatewayKeyRefused('401'))
		expect(await count()).toBe(3)
		await report('read', undefined)
		expect(await count()).toBeUndefined()
	})
})
