import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { builtInColors } from '#modules/catalog/colors.ts'
import type { PageData } from '#modules/catalog/shapes.ts'
import { initialTariff } from '#modules/delivery/tariff.ts'
import { createPages, type Pages } from '#shop/server/pages/pages.ts'

const root = mkdtempSync(join(tmpdir(), 'pages-'))
const shop: { failure: Error | undefined } = { failure: undefined }
let app: FastifyInstance
let pages: Pages

/** A minimal build, whose pages contain the address of their rendering. */
const screens = {
	'/login': 'modules/accounts/web/login-screen.tsx',
	'/perfil': 'modules/accounts/web/profile-screen.tsx',
	'/reset-password/:uid/:token': 'modules/accounts/web/reset-password-screen.tsx',
}

function writeBuild(): void {
	const write = (path: string, text: string) => {
		mkdirSync(join(root, path, '..'), { recursive: true })
		writeFileSync(join(root, path), text)
	}
	const screen = {
		file: 'assets/cart-12345678.js',
		imports: ['shop/web/entry-client.tsx'],
		css: ['assets/cart-12345678.css'],
	}
	const manifest = {
		'modules/lists/web/panel-worker.ts': { file: 'assets/worker-12345678.js' },
		'shop/web/entry-client.tsx': { file: 'assets/entry-12345678.js', imports: ['_react.js'] },
		'_react.js': { file: 'assets/react-12345678.js' },
		'shop/web/styles.css': { file: 'assets/styles-12345678.css' },
		...Object.fromEntries(Object.values(screens).map((source) => [source, screen])),
		'modules/staff/web/panel.tsx': { file: 'assets/panel-12345678.js', css: ['assets/panel-12345678.css'] },
		'modules/rounds/web/deliveries-section.tsx': {
			file: 'assets/rounds-12345678.js',
			imports: ['modules/staff/web/panel.tsx'],
		},
	}
	write('dist/client/.vite/manifest.json', JSON.stringify(manifest))
	write('dist/client/assets/styles-12345678.css', '.a{color:red}.b{color:blue}')
	write('dist/client/assets/entry-12345678.js', 'start()')
	write('dist/client/assets/worker-12345678.js', 'worker()')
	write('dist/server/package.json', '{"type":"module"}')
	write(
		'dist/server/entry-server.js',
		`export const builtScreens = ${JSON.stringify(Object.entries(screens).map(([path, source]) => ({ path, source })))}
		export const renderBroken = async () => '<h1>Algo falló</h1>'
		export const renderPage = async (path) => ({
			status: path.includes('no-encontrada') ? 404 : 200, htmlAttributes: 'lang="es-CL"', head: '',
			link: path === '/' ? '</pictures/hero.avif>; rel=preload; as=image' : undefined,
			body: '<p class="a">' + path + '</p>' })`,
	)
	write('shop/public/pictures/x.0a1b2c3d.webp', 'picture')
	write('shop/public/favicon.svg', '<svg/>')
}

beforeAll(writeBuild)
afterAll(() => rmSync(root, { recursive: true, force: true }))

beforeEach(async () => {
	shop.failure = undefined
	const tienda = { razon_social: '', rut: '', direccion: '', correo: '', telefono: '' }
	const readData = async (): Promise<PageData> => {
		if (shop.failure) throw shop.failure
		return {
			tienda,
			estacion_retiro: '',
			tarifa: initialTariff,
			pasarelas: [],
			carrusel: [],
			resenas: true,
			preguntas: [],
			colores: builtInColors.map((color) => ({ color, nombre: 'Premium Shaker', precio: 1, stock: 1 })),
			social: null,
		}
	}
	pages = await createPages({
		root,
		publicUrl: 'https://shaker.example',
		readData,
		readPhoto,
		readRobots,
		readLastChange,
		today,
	})
	app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
	app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'no_encontrado' }))
	await app.register(pages.plugin)
	return async () => app.close()
})

const readPhoto = async () => undefined
const readRobots = async () => []
const readLastChange = async () => undefined
const today = () => '2026-12-01'
const page = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

test('serves one page for every screen of the build, for all values of its path', async () => {
	expect((await page('/perfil')).body).toContain('>/perfil<')
	const [one, other] = [await page('/reset-password/MQ/abc'), await page('/reset-password/Mg/def')]
	expect(one.body).toContain('>/reset-password/uid/token<')
	expect(other.body).toBe(one.body)
	expect((await page('/carrito')).statusCode).toBe(404)
})

test('serves one Home for each colour, whatever else its address contains', async () => {
	expect((await page('/?utm_source=x')).body).toContain('>/<')
	expect((await page('/?color=celeste&utm_source=x')).body).toContain('>/?color=celeste<')
	expect((await page('/?color=verde')).body).toContain('>/<')
	expect((await page('/?color=celeste&color=negro')).body).toContain('>/<')
})

test('inlines the whole stylesheet in Home, allowed by its hash in the policy', async () => {
	const { body } = await page('/')
	const styles = /<style>(.*?)<\/style>/.exec(body)?.[1] ?? ''
	expect(styles).toBe('.a{color:red}.b{color:blue}')
	expect(body).not.toContain('rel="stylesheet"')
	expect(pages.styleHashes).toEqual([`'sha256-${createHash('sha256').update(styles).digest('base64')}'`])
})

test('preloads the first picture by header, also when the browser has the page already', async () => {
	const first = await page('/')
	expect(first.headers.link).toBe('</pictures/hero.avif>; rel=preload; as=image')
	const headers = { accept: 'text/html', 'if-none-match': String(first.headers.etag) }
	const again = await app.inject({ url: '/', headers })
	expect([again.statusCode, again.headers.link]).toEqual([304, first.headers.link])
	expect((await page('/login')).headers.link).toBeUndefined()
})

test('isolates every page but Home from windows of other sites', async () => {
	const policyOf = async (url: string) => (await page(url)).headers['cross-origin-opener-policy']
	expect([await policyOf('/'), await policyOf('/?color=negro')]).toEqual(['unsafe-none', 'unsafe-none'])
	expect([await policyOf('/login'), await policyOf('/perfil'), await policyOf('/no-existe')]).toEqual([
		undefined,
		undefined,
		undefined,
	])
})

test('links styles and preloads code of other screens, React before its dependants', async () => {
	const { body } = await page('/reset-password/some/token')
	expect(body).toContain('>/reset-password/uid/token<')
	expect(body).toContain('href="/assets/cart-12345678.css"')
	expect(body).toContain('<link rel="modulepreload" href="/assets/cart-12345678.js">')
	const scripts = [...body.matchAll(/<script type="module" src="([^"]+)">/g)].map(([, path]) => path)
	expect(scripts).toEqual(['/assets/react-12345678.js', '/assets/entry-12345678.js'])
})

test('answers an unknown page with the 404 page, and an unknown call with JSON', async () => {
	const lost = await page('/nada/de/nada')
	expect([lost.statusCode, lost.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
	expect((await page('/api/nada')).json()).toEqual({ code: 'no_encontrado' })
	expect((await app.inject({ url: '/nada', headers: { accept: '*/*' } })).statusCode).toBe(404)
})

test("lists every file of the round's page in the panel's worker, with a version", async () => {
	const { body, headers } = await app.inject('/panel-sw.js')
	expect(headers['cache-control']).toBe('no-cache')
	const [, json = ''] = /^self\.offlineFiles=(.*);\nworker\(\)$/.exec(body) ?? []
	expect(JSON.parse(json)).toEqual({
		version: expect.stringMatching(/^[0-9a-f]{16}$/),
		paths: expect.arrayContaining(['react', 'entry', 'panel', 'rounds'].map((name) => `/assets/${name}-12345678.js`)),
	})
	expect(body).toContain('/assets/panel-12345678.css')
	expect(body).toContain('/assets/styles-12345678.css')
})

test('caches hashed files for ever and others for a day', async () => {
	const cacheOf = async (url: string) => (await app.inject(url)).headers['cache-control']
	expect(await cacheOf('/assets/entry-12345678.js')).toContain('immutable')
	expect(await cacheOf('/pictures/x.0a1b2c3d.webp')).toContain('immutable')
	expect(await cacheOf('/favicon.svg')).toBe('public, max-age=86400')
	expect(await cacheOf('/')).toContain('must-revalidate')
})

test('allows only pictures to be embedded by other sites, as in mails', async () => {
	const policyOf = async (url: string) => (await app.inject(url)).headers['cross-origin-resource-policy']
	expect(await policyOf('/pictures/x.0a1b2c3d.webp')).toBe('cross-origin')
	expect(await policyOf('/favicon.svg')).toBe('cross-origin')
	expect(await policyOf('/assets/entry-12345678.js')).toBeUndefined()
})

test('serves an asset after a newer build replaced its files', async () => {
	const file = join(root, 'dist/client/assets/entry-12345678.js')
	await app.ready()
	rmSync(file)
	const asset = await app.inject('/assets/entry-12345678.js')
	writeFileSync(file, 'start()')
	expect([asset.statusCode, asset.body]).toEqual([200, 'start()'])
})

test('reads a picture again after a failed read', async () => {
	const file = join(root, 'shop/public/pictures/x.0a1b2c3d.webp')
	await app.ready()
	rmSync(file)
	expect((await app.inject('/pictures/x.0a1b2c3d.webp')).statusCode).toBe(500)
	writeFileSync(file, 'picture')
	expect((await app.inject('/pictures/x.0a1b2c3d.webp')).body).toBe('picture')
})

test('rejects paths outside the served folders', async () => {
	for (const url of [
		'/pictures/../../secret',
		'/assets/..%2f..%2fpackage.json',
		'/pictures/%2e%2e/%2e%2e/dist/server/entry-server.js',
	]) {
		expect((await app.inject(url)).statusCode).toBe(404)
	}
})

test('answers with an uncached error page when nothing can be rendered', async () => {
	shop.failure = new Error('a fault of our own')
	const broken = await page('/')
	expect([broken.statusCode, broken.headers['cache-control']]).toEqual([500, 'no-store'])
	expect(broken.body).toContain('Algo falló')
	shop.failure = undefined
	expect((await page('/')).statusCode).toBe(200)
})

test('answers 503 for a page that was never rendered while the database is unreachable', async () => {
	shop.failure = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
	const busy = await page('/')
	expect([busy.statusCode, busy.headers['cache-control']]).toEqual([503, 'no-store'])
	expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
	expect(busy.body).toContain('Algo falló')
})

test('explains the missing build', async () => {
	const readData = async (): Promise<PageData> => Promise.reject(new Error('never read'))
	const missing = createPages({
		root: join(root, 'nowhere'),
		publicUrl: 'https://shaker.example',
		readData,
		readPhoto,
		readRobots,
		readLastChange,
		today,
	})
	await expect(missing).rejects.toThrow('npm start')
})
