import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { productos } from '#modules/catalog/tables.ts'
import { initialTariff } from '#modules/delivery/tariff.ts'
import { googleFeed } from '#modules/found/server/feeds.ts'
import { variantsOf } from '#modules/found/variants.ts'
import { aShop } from '#tests/a-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ pagesRoot: process.cwd() })
const boss = await theBoss(shop)

const read = (url: string) => shop.app.inject({ url })

/** The items of Google's feed, field by field. */
async function googleItems(): Promise<Record<string, string>[]> {
	const { body } = await read('/catalogo/google.xml')
	return [...body.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) =>
		Object.fromEntries(
			[...item.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/gs)].map(([, name = '', value = '']) => [name, value]),
		),
	)
}

/** The lines of the feed for Meta; none of its texts has a line break. */
const metaLines = async () => (await read('/catalogo/meta.csv')).body.trim().split('\n')

const setProduct = (color: string, change: { stock?: number; precio?: number }) =>
	shop.database.db
		.update(productos)
		.set(change)
		.where(and(eq(productos.color, color), isNull(productos.deleted_at)))

describe('the catalogues', () => {
	it('have the skus of the structured data as ids, and every required field', async () => {
		const home = (await shop.app.inject({ url: '/', headers: { accept: 'text/html' } })).body
		const skus = [...home.matchAll(/"sku":"(PREM-SHAKER-650-\w+)"/g)].map(([, sku]) => sku)
		const items = await googleItems()
		expect(items.map(({ id }) => id)).toEqual(skus)
		expect(skus).toHaveLength(4)
		for (const item of items) {
			expect(item).toMatchObject({ condition: 'new', brand: 'Premium Shaker', item_group_id: 'PREM-SHAKER-650' })
			expect(item.price).toMatch(/^\d+ CLP$/)
			expect(item.link).toMatch(/\/\?color=\w+$/)
			expect(item.image_link).toMatch(/\/catalogo\/\w+\.jpg$/)
			expect(Object.values(item).filter((value) => value === '')).toEqual([])
		}
		const [names = '', ...rows] = await metaLines()
		expect(names.split(',')).toEqual(
			expect.arrayContaining([
				'id',
				'title',
				'description',
				'availability',
				'condition',
				'price',
				'link',
				'image_link',
			]),
		)
		expect(rows.map((row) => row.split(',', 1)[0])).toEqual(skus)
	})

	it('follow a change of price and stock within a minute, and keep what is sold out', async () => {
		const before = await read('/catalogo/google.xml')
		expect(before.headers['cache-control']).toBe('public, max-age=30')
		await setProduct('Negro', { stock: 0, precio: 31_490 })
		shop.clock.advanceMinutes(0.5)
		const negro = (await googleItems()).find(({ color }) => color === 'Negro')
		expect(negro).toMatchObject({ availability: 'out_of_stock', price: '31490 CLP' })
		const row = (await metaLines()).find((line) => line.startsWith('PREM-SHAKER-650-NEGRO,'))
		expect(row).toMatch(/31490 CLP.*out of stock/)
		const etag = String(before.headers.etag)
		const again = await shop.app.inject({ url: '/catalogo/google.xml', headers: { 'if-none-match': etag } })
		expect(again.statusCode).toBe(200)
		const same = { 'if-none-match': String(again.headers.etag) }
		expect((await shop.app.inject({ url: '/catalogo/google.xml', headers: same })).statusCode).toBe(304)
	})

	it('leave out a product without a price', async () => {
		await setProduct('Rosado', { precio: 0 })
		shop.clock.advanceMinutes(0.5)
		expect((await googleItems()).map(({ color }) => color)).toEqual(['Blanco', 'Celeste', 'Negro'])
	})

	it('are not closed to crawlers, and answer 404 once their setting is off', async () => {
		expect((await read('/robots.txt')).body).not.toContain('/catalogo')
		const off = (clave: string) => ({ clave, valor: false })
		const cambios = [off('catalogo_google'), off('catalogo_meta')]
		expect((await boss.send('PUT', '/api/admin_ajustes/', { cambios })).statusCode).toBe(200)
		shop.clock.advanceMinutes(0.5)
		for (const url of ['/catalogo/google.xml', '/catalogo/meta.csv']) expect((await read(url)).statusCode).toBe(404)
	})

	it("escapes the owner's texts", () => {
		const colores = [{ color: 'Negro', nombre: 'Shaker <1> & «2»', precio: 1, stock: 1 }]
		const variants = variantsOf(
			{ colores, tarifa: initialTariff, estacion_retiro: 'Baquedano' },
			'https://tienda.example',
		)
		expect(googleFeed(variants, 'https://tienda.example')).toContain('Shaker &lt;1&gt; &amp; «2», Negro')
	})
})
