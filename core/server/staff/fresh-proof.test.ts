import { describe, expect, it } from 'vitest'
import type { StaffProduct } from '#modules/catalog/staff/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const stale = await theBoss(shop)
const product: StaffProduct = (await stale.get('/api/admin_productos/')).json().results[0]
// The access token is still valid, the proof of identity is not.
shop.clock.advanceMinutes(11)

const coupon = {
	codigo: 'REGALO',
	tipo: 'porcentaje',
	valor: 100,
	minimo: 0,
	desde: null,
	hasta: null,
	usos: 10,
	usos_cliente: null,
	solo_primera: false,
}
type Call = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object]
type Sent = readonly ['POST' | 'PUT' | 'PATCH', string, object]
const setting = (clave: string, valor: unknown): Sent => ['PUT', `/api/admin_ajustes/${clave}/`, { valor }]
const ofProduct = (body: object): Sent => ['PATCH', `/api/admin_productos/${product.id}/`, body]
const newCoupon = (change: object): Sent => ['POST', '/api/admin_cupones/', { ...coupon, ...change }]
const newProduct = { nombre: 'Otro', sku: 'X', precio: 1, stock: 1, low_stock_threshold: 1 }
const month = 'mes=2026-10'

describe('staff without a fresh proof of identity', () => {
	it.each<readonly [string, () => Call]>([
		['the announcement of every page', () => setting('anuncio_texto', 'Nueva cuenta: Banco X 123')],
		['a ready message', () => setting('mensaje_comprobante', 'Cambiamos de banco: Banco X 123')],
		['the questions and answers', () => setting('preguntas', '¿Dónde pago?\nEn la cuenta 123.')],
		['the hours of pickup, which mails carry', () => setting('retiro_horario', 'De 9 a 18, paga en la cuenta 123')],
		['the prices of delivery', () => setting('despacho_tramos', '5000:0')],
		['a discount of half or more', () => newCoupon({})],
		['an amount of half the cheapest product', () => newCoupon({ tipo: 'monto', valor: 20_000 })],
		['a discount without a limit of uses', () => newCoupon({ valor: 5, usos: null })],
		['a price below half of the former', () => ofProduct({ precio: 1 })],
		['the name of a product', () => ofProduct({ nombre: 'Paga en la cuenta 123' })],
		['a new product', () => ['POST', '/api/admin_productos/', newProduct]],
		['a backup on the disk', () => ['POST', '/api/admin_primer_dia/respaldo/']],
		...['ordenes.csv', 'lineas.csv', 'pagos.csv', 'entregas.csv', `documentos.csv?${month}`].map(
			(file): readonly [string, () => Call] => [file, () => ['GET', `/api/admin_exportar/${file}`]],
		),
	])('may not do %s: identidad_requerida', async (_what, callOf) => {
		const [method, url, body] = callOf()
		const answer = await shop.app.inject({
			method,
			url,
			headers: { authorization: stale.authorization },
			...(body && { payload: body }),
		})
		expect([answer.statusCode, answer.json().code]).toEqual([403, 'identidad_requerida'])
	})

	it('may do the daily work', async () => {
		for (const [method, url, body] of [
			setting('aviso_stock_bajo', false),
			setting('dias_reposicion', 20),
			ofProduct({ precio: Math.ceil(product.precio * 0.9) }),
			ofProduct({ low_stock_threshold: 3 }),
			newCoupon({ codigo: 'OTONO10', valor: 10 }),
		]) {
			expect((await stale.send(method, url, body)).statusCode, url).toBe(200)
		}
	})

	it('may not halve a price in several steps of a day', async () => {
		expect((await stale.send(...ofProduct({ precio: Math.ceil(product.precio * 0.6) }))).statusCode).toBe(200)
		const again = await stale.send(...ofProduct({ precio: Math.ceil(product.precio * 0.35) }))
		expect(again.json().code).toBe('identidad_requerida')
	})

	it('may not reactivate a generous code', async () => {
		const url = '/api/admin_cupones/REGALO2/'
		const fresh = await theBoss(shop)
		await fresh.send(...newCoupon({ codigo: 'REGALO2' }))
		expect((await stale.send('PUT', url, { activo: false })).statusCode).toBe(200)
		expect((await stale.send('PUT', url, { activo: true })).json().code).toBe('identidad_requerida')
	})
})

it('lead to a mail to all staff about a price below half and about a generous code', async () => {
	const fresh = await theBoss(shop)
	expect((await fresh.send(...ofProduct({ precio: 1 }))).statusCode).toBe(200)
	expect((await fresh.send(...newCoupon({ codigo: 'REGALO3' }))).statusCode).toBe(200)
	await shop.drainJobs()
	const isOne = ({ to, subject }: { to: string; subject: string }) =>
		to === staffLogin.email && subject === 'Cambió mucho lo que pagan los clientes'
	const texts = shop.inbox
		.mails()
		.filter(isOne)
		.map(({ text }) => text)
		.join('\n')
	expect(texts).toContain('1 pesos')
	expect(texts).toContain('REGALO3')
	expect(texts).toContain(staffLogin.email)
})
