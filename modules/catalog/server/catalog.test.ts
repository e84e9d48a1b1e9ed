import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { productName } from '#modules/catalog/product.ts'
import { readPageData } from '#modules/catalog/server/catalog.ts'
import { seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { productos } from '#modules/catalog/tables.ts'
import { storeFixedSettings } from '#modules/settings/server/owner-variables.ts'
import { demoSettings } from '#modules/settings/settings.ts'
import type { SocialPost } from '#modules/social/shapes.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
beforeAll(async () => {
	database = await openTestDatabase()
	await seedCatalog(database.db)
	await storeFixedSettings({ db: database.db, clock }, { fixedSettings: new Map(), initialSettings: demoSettings })
	await database.db.update(productos).set({ nombre: 'Shaker 650', precio: 27_990 }).where(eq(productos.color, 'Negro'))
	await database.db.update(productos).set({ deleted_at: new Date() }).where(eq(productos.color, 'Rosado'))
})
afterAll(() => database.close())

const clock = { now: () => new Date() }
const post: SocialPost = {
	id: '1',
	media_type: 'IMAGE',
	media_url: '/social/a.webp',
	permalink: 'https://red.example/p/1/',
	thumbnail_url: null,
}

function read(list: () => Promise<readonly SocialPost[]>, warned: object[] = []) {
	const log = { warn: (details: object) => void warned.push(details) }
	return readPageData({ db: database.db, clock, social: { list }, log, pasarelas: ['flow'] })
}

describe('readPageData', () => {
	it('returns the seller, every colour with its price and stock, and the feed', async () => {
		const data = await read(async () => [post])
		expect(data).toMatchObject({
			tienda: { razon_social: 'Premium Shaker SpA', rut: '76.192.083-9' },
			estacion_retiro: 'Metro Baquedano',
			pasarelas: ['flow'],
			social: [{ permalink: post.permalink }],
		})
		expect(data.colores).toContainEqual({ color: 'Negro', nombre: 'Shaker 650', precio: 27_990, stock: 25 })
		// Off sale: no price and no stock.
		expect(data.colores).toContainEqual({ color: 'Rosado', nombre: productName, precio: null, stock: 0 })
	})

	it('returns a null feed when it cannot be read, and logs the reason', async () => {
		const warned: object[] = []
		const failure = new Error('no bucket')
		const data = await read(() => Promise.reject(failure), warned)
		expect(data.social).toBeNull()
		expect(data.colores.map(({ precio }) => precio)).toContain(27_990)
		expect(warned).toEqual([{ err: failure }])
	})
})
