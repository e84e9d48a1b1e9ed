import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Prepared } from '#core/server/http/send-stored.ts'
import type { PageData } from '#modules/catalog/shapes.ts'
import { initialTariff } from '#modules/delivery/tariff.ts'
import { PageCache } from '#shop/server/pages/page-cache.ts'
import type { WebBuild } from '#shop/server/pages/web-build.ts'

const textOf = (page: Prepared) => brotliDecompressSync(page.brotli ?? Buffer.alloc(0)).toString()

function aCache() {
	const shop = { stock: 3, isDown: false, day: '2026-12-01', renders: 0, stale: [] as string[] }
	const build: WebBuild = {
		render: async (path, data) => {
			shop.renders += 1
			return {
				status: 200,
				htmlAttributes: 'lang="es-CL"',
				link: undefined,
				head: '',
				body: `${path} ${data.colores[0]?.stock}`,
			}
		},
		renderBroken: async () => '',
		screens: [],
		styles: '',
		stylesPath: '/s.css',
		fontPath: '/assets/letters.woff2',
		panelWorker: '',
		scriptPaths: ['/a.js'],
		clientFolder: '',
		filesOfScreen: () => ({ styles: [], scripts: [] }),
	}
	const readData = async (): Promise<PageData> => {
		if (shop.isDown) throw new Error('the database is away')
		const tienda = { razon_social: '', rut: '', direccion: '', correo: '', telefono: '' }
		return {
			tienda,
			estacion_retiro: '',
			tarifa: initialTariff,
			pasarelas: [],
			carrusel: [],
			resenas: true,
			preguntas: [],
			colores: [{ color: 'Negro', nombre: 'Shaker', precio: 1, stock: shop.stock }],
			social: null,
		}
	}
	const onStale = (_error: unknown, path: string) => shop.stale.push(path)
	const cache = new PageCache({
		build,
		filesOf: () => ({}),
		publicUrl: 'http://localhost',
		readData,
		onStale,
		today: () => shop.day,
	})
	return { cache, shop }
}

describe('the page cache', () => {
	test('renders a page once for parallel requests, until something changes', async () => {
		const { cache, shop } = aCache()
		await Promise.all([cache.get('/'), cache.get('/'), cache.get('/')])
		await cache.get('/')
		expect(shop.renders).toBe(1)
		shop.stock = 2
		cache.invalidate()
		expect(textOf(await cache.get('/'))).toContain('/ 2')
		expect(shop.renders).toBe(2)
		shop.stock = 1
		shop.day = '2026-12-02'
		expect(textOf(await cache.get('/'))).toContain('/ 1')
	})

	test('never caches data that was read before a change', async () => {
		const { cache, shop } = aCache()
		const early = cache.get('/')
		shop.stock = 0
		cache.invalidate()
		await early
		expect(textOf(await cache.get('/'))).toContain('/ 0')
	})

	test('serves the last version, and reports it, while pages cannot be rendered', async () => {
		const { cache, shop } = aCache()
		await cache.get('/')
		shop.isDown = true
		cache.invalidate()
		expect(textOf(await cache.get('/'))).toContain('/ 3')
		expect(shop.stale).toEqual(['/'])
		await expect(cache.get('/carrito')).rejects.toThrow('the database is away')
		shop.isDown = false
		shop.stock = 9
		expect(textOf(await cache.get('/'))).toContain('/ 9')
	})
})
