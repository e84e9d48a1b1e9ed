import { describe, expect, it } from 'vitest'
import { failures } from '#core/contract/failure.ts'
import type { StockOutlookAnswer } from '#modules/catalog/staff/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, cartLine } from '#tests/shop-helpers.ts'
import { onVersion, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

const create = async (changes: object = {}) =>
	await boss.send('POST', '/api/admin_productos/', {
		nombre: 'Tapa de repuesto',
		sku: 'TAPA-1',
		color: 'Negro',
		precio: 4990,
		stock: 8,
		low_stock_threshold: 3,
		...changes,
	})

it.each([3, 150, 3000])(
	'a sku of %i letters that no product has is 404, and another HTTP method is rejected',
	async (n) => {
		const url = `/api/products/${'Z'.repeat(n)}/availability`
		expect((await shop.app.inject({ url })).statusCode).toBe(404)
		const wrong = await shop.app.inject({ method: 'DELETE', url })
		expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET'])
	},
)

describe('a product', () => {
	it('is created once, found, changed field by field and deleted, with a stock history that adds up', async () => {
		const answers = await Promise.all([create(), create()])
		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
		const product = answers.find(({ statusCode }) => statusCode === 201)?.json()
		expect(product).toMatchObject({ nombre: 'Tapa de repuesto', color: 'Negro', precio: 4990, stock: 8, version: 1 })
		const url = `/api/admin_productos/${product.id}/`
		const edit = async (payload: object) => (await boss.send('PATCH', url, payload)).json()
		for (const q of ['tapa', 'TAPA-1', 'negro']) {
			const { results } = (await boss.get(`/api/admin_productos/?q=${q}`)).json()
			expect(results.some(({ id }: { id: number }) => id === product.id)).toBe(true)
		}
		expect((await boss.get('/api/admin_productos/?q=%25')).json().count).toBe(0)
		expect(await edit({ precio: 5990 })).toMatchObject({ precio: 5990, version: 2 })
		expect(await edit({ precio: '' })).toMatchObject({ precio: 0 })
		const prices = await boss.get(`${url}precios/`)
		expect(prices.json().results).toMatchObject([
			{ antes: 5990, despues: 0, usuario: 'jefa@premiumshaker.cl' },
			{ antes: 4990, despues: 5990, usuario: 'jefa@premiumshaker.cl' },
		])
		expect((await boss.get('/api/admin_productos/999999/precios/')).statusCode).toBe(404)
		expect(await edit({ stock: 20 })).toMatchObject({ stock: 20 })
		expect(await edit({ stock: 2 })).toMatchObject({ stock: 2 })
		expect(await edit({ color: '' })).toMatchObject({ color: '' })
		expect(await brokenLedgers(shop)).toEqual([])
		await shop.drainJobs()
		const about = shop.inbox.mails().filter(({ text }) => text.includes('Tapa de repuesto'))
		expect(about.filter(({ subject }) => subject !== 'Cambió mucho lo que pagan los clientes')).toHaveLength(1)
		const stock = await shop.app.inject({ url: '/api/products/TAPA-1/availability' })
		expect(stock.json()).toMatchObject({ stock: { '': 2 } })
		expect((await boss.send('DELETE', url)).statusCode).toBe(204)
		expect((await boss.send('DELETE', url)).statusCode).toBe(204)
		expect((await boss.send('DELETE', '/api/admin_productos/999999/')).statusCode).toBe(404)
		expect((await boss.get('/api/admin_productos/?q=tapa')).json().count).toBe(0)
		expect(await edit({ precio: 1 })).toMatchObject({ code: 'producto_desconocido' })
		expect(await brokenLedgers(shop)).toEqual([])
		expect((await create({ color: '' })).statusCode).toBe(201)
	})

	it.each([
		[{ nombre: ' ' }, 422, 'Nombre y SKU son obligatorios.'],
		[{ sku: '' }, 422, 'Nombre y SKU son obligatorios.'],
		[{ precio: 10_000_001 }, 422, 'El precio va de 0 a 10.000.000.'],
		[{ precio: -1 }, 422, 'El precio va de 0 a 10.000.000.'],
		[{ stock: 1_000_001 }, 422, 'El stock va de 0 a 1.000.000.'],
		[{ precio: '-' }, 400, failures.campos_invalidos.text],
		[{ precio: '5.990' }, 400, failures.campos_invalidos.text],
		[{ precio: 10.5 }, 400, failures.campos_invalidos.text],
		[{ sku: 'PREM-SHAKER-650' }, 409, 'Ya existe un producto con ese SKU y color.'],
	])('is rejected with a message when it has %j', async (changes, status, error) => {
		const answer = await create(changes)
		expect({ status: answer.statusCode, error: answer.json().error }).toEqual({ status, error })
	})

	it('has zero stock and the default threshold when created without numbers', async () => {
		const made = await boss.send('POST', '/api/admin_productos/', {
			nombre: 'Resorte',
			sku: 'RES-1',
			precio: '',
			stock: '',
		})
		expect(made.json()).toMatchObject({ color: '', precio: 0, stock: 0, low_stock_threshold: 5 })
	})

	it('cannot take the sku and colour of another, and a stale edit is rejected', async () => {
		const { id } = (await create({ sku: 'VASO', color: 'Negro' })).json()
		await create({ sku: 'VASO', color: 'Blanco' })
		const edit = async (payload: object, headers = {}) =>
			(await boss.send('PATCH', `/api/admin_productos/${id}/`, payload, headers)).json()
		expect(await edit({ color: 'Blanco' })).toMatchObject({ code: 'producto_repetido' })
		expect(await edit({ nombre: '' })).toMatchObject({ code: 'producto_incompleto' })
		expect(await edit({ version: 1 })).toMatchObject({ code: 'campo_no_editable' })
		expect(await edit({ id: 4 })).toMatchObject({ code: 'campo_no_editable' })
		expect(await edit({ stock: 9 }, onVersion(1))).toMatchObject({ stock: 9, version: 2 })
		expect(await edit({ stock: 9 }, onVersion(1))).toMatchObject({ stock: 9, version: 2 })
		expect(await edit({ stock: 7 }, onVersion(1))).toMatchObject({ code: 'version_distinta', actual: { stock: 9 } })
	})
})

describe('a count of the stock', () => {
	it('sets the stock that was counted, and is refused when the stock moved meanwhile', async () => {
		const { id } = (await create({ sku: 'CONTEO', stock: 21, low_stock_threshold: 20 })).json()
		const count = async (cantidad: number, visto: number, key: string) =>
			await boss.send(
				'POST',
				`/api/admin_productos/${id}/ajustar/`,
				{ cantidad, visto, nota: 'Conteo' },
				{ 'idempotency-key': key },
			)
		expect((await count(-2, 21, 'conteo-uno-0001')).json()).toMatchObject({ stock: 19, repetida: false })
		const moved = await count(-2, 21, 'conteo-dos-0002')
		expect(moved.statusCode).toBe(409)
		expect(moved.json()).toMatchObject({
			error: 'El stock se movió mientras contabas: ahora hay 19. Revisa la cuenta y ajusta otra vez.',
			campo: 'unidades',
			actual: { stock: 19 },
		})
		const low = (await boss.get('/api/admin_stock/'))
			.json()
			.results.map((row: { stock_bajo: boolean }) => row.stock_bajo)
		expect(low.indexOf(false)).toBe(low.lastIndexOf(true) + 1)
		expect(low).toContain(true)
		expect(await brokenLedgers(shop)).toEqual([])
	})
})

it('counts the units of open orders apart from the stock until they are handed over or cancelled', async () => {
	const setAside = async () =>
		(await boss.get('/api/admin_stock/')).json<StockOutlookAnswer>().results.find(({ color }) => color === 'Celeste')
			?.apartadas
	const act = (id: string, path: string) => boss.send('POST', `/api/admin_ordenes/${id}/${path}/`, {})
	const buyer = await aCustomer(shop, 'Ana')
	const order = async (units: number) =>
		(await aPlacedOrder(shop, buyer, { metodo_pago: 'transferencia', carrito: [cartLine('Celeste', units)] })).orden_id
	const [brought, cancelled] = [await order(2), await order(1)]
	expect(await setAside()).toBe(3)
	await act(brought, 'confirmar_transferencia')
	expect(await setAside()).toBe(3)
	await act(brought, 'entregar')
	await act(cancelled, 'cancelar')
	expect(await setAside()).toBe(0)
})

describe('one price for all colours', () => {
	const colors = async () =>
		(await boss.get('/api/admin_productos/?q=PREM-SHAKER-650')).json().results as { id: number; precio: number }[]
	const setAll = async (precio: number, by = boss) => await by.send('PUT', '/api/admin_productos/precio/', { precio })

	it('refuses an empty price, 0 and less with 422', async () => {
		const before = await colors()
		for (const precio of ['', '   ', 0, '0', -1]) {
			expect((await boss.send('PUT', '/api/admin_productos/precio/', { precio })).statusCode).toBe(422)
		}
		expect(await colors()).toEqual(before)
	})

	it('changes every colour on sale and nothing else, audited, and leaves each free to differ', async () => {
		const [first] = await colors()
		const answer = (await setAll(31_990)).json()
		expect(answer.count).toBe(4)
		expect((await colors()).map(({ precio }) => precio)).toEqual(Array(4).fill(31_990))
		expect((await boss.get('/api/admin_productos/?q=VASO')).json().results[0].precio).toBe(4990)
		await boss.send('PATCH', `/api/admin_productos/${first?.id}/`, { precio: 32_990 })
		await setAll(31_990)
		const { results } = (await boss.get(`/api/admin_productos/${first?.id}/precios/`)).json()
		expect(results.map(({ despues }: { despues: number }) => despues)).toEqual([31_990, 32_990, 31_990])
	})

	it('changes no price when one is refused', async () => {
		const before = await colors()
		expect((await setAll(10_000_001)).json()).toMatchObject({ code: 'valor_invalido', campo: 'precio' })
		shop.clock.advanceMinutes(11)
		expect((await setAll(9_990)).json()).toMatchObject({ code: 'identidad_requerida' })
		expect(await colors()).toEqual(before)
	})
})
