import { once } from 'node:events'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Inbox } from '@premium-shaker/simulators/correo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitRules } from '#core/contract/limit-rules.ts'
import { findNginx, type ProxyServer, startNginx } from '#tests/failures/nginx-server.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { productionSettings } from '#tests/failures/production-shop.ts'
import { type ShopProcess, startShop } from '#tests/failures/shop-process.ts'
import { startLoad } from '#tests/failures/steady-load.ts'
import { freePort } from '#tests/free-port.ts'

const nginx = findNginx()

/** Sends a request through the proxy. */
function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
	return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
		const all = { host: 'premiumshaker.cl', ...headers }
		const outgoing = request(
			{ host: '127.0.0.1', port, path, method, rejectUnauthorized: false, headers: all },
			(answer) => {
				answer.resume()
				answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
			},
		)
		outgoing.on('error', reject)
		outgoing.end(body)
	})
}

describe.skipIf(!nginx)('two processes behind deploy/nginx.conf (skipped where nginx or openssl is missing)', () => {
	let postgres: PostgresServer
	let inbox: Inbox
	let proxy: ProxyServer
	const settings: Record<string, string>[] = []
	const shops: ShopProcess[] = []

	beforeAll(async () => {
		postgres = await startPostgres()
		const production = await productionSettings(postgres)
		inbox = production.inbox
		for (let n = 0; n < 2; n++) settings.push({ ...production.variables, PORT: String(await freePort()) })
		shops.push(...(await Promise.all(settings.map((one) => startShop(one, 120)))))
		proxy = await startNginx(
			nginx ?? '',
			settings.map(({ PORT }) => Number(PORT)),
		)
	})
	afterAll(async () => {
		await proxy.stop()
		await Promise.all(shops.map((shop) => shop.end('SIGTERM')))
		await inbox.close()
		await postgres.stop()
	})

	it("serve the shop over TLS, without the operator's endpoints", async () => {
		const page = await ask(proxy.port, '/', { accept: 'text/html' })
		expect(page.status).toBe(200)
		expect(page.headers['strict-transport-security']).toContain('max-age')
		expect((await ask(proxy.port, '/metricas')).status).toBe(404)
		expect((await ask(proxy.port, '/salud/listo')).status).toBe(404)
		const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/carrito`, { redirect: 'manual' })
		expect(plain.status).toBe(301)
		expect(plain.headers.get('location')).toBe('https://premiumshaker.cl/carrito')
		const call = await fetch(`http://127.0.0.1:${proxy.plainPort}/api/checkout/`, { redirect: 'manual' })
		expect(call.status).toBe(403)
	})

	it('use no weak encryption', async () => {
		const speak = async (options: ConnectionOptions) => {
			const socket = connectTls({ host: '127.0.0.1', port: proxy.port, rejectUnauthorized: false, ...options })
			try {
				await once(socket, 'secureConnect')
				return socket.getProtocol()
			} catch {
				return 'refused'
			} finally {
				socket.destroy()
			}
		}
		expect(await speak({})).toBe('TLSv1.3')
		const older = { maxVersion: 'TLSv1.2' } as const
		expect(await speak(older)).toBe('TLSv1.2')
		for (const ciphers of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA256'])
			expect(await speak({ ...older, ciphers })).toBe('refused')
		const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
		expect(await speak(old)).toBe('refused')
	})

	it('accept a large proof and reject a larger body', async () => {
		const upload = (bytes: number) =>
			ask(proxy.port, '/api/subir_comprobante/', { 'content-type': 'text/plain' }, 'POST', 'x'.repeat(bytes))
		expect((await upload(12 * 1024 * 1024)).status).toBe(413)
		const form = await ask(
			proxy.port,
			'/api/subir_comprobante/',
			{ 'content-type': 'multipart/form-data; boundary=b' },
			'POST',
			`--b\r\nContent-Disposition: form-data; name="comprobante"; filename="a.png"\r\n\r\n${'x'.repeat(9 * 1024 * 1024)}\r\n--b--\r\n`,
		)
		// The upload reaches the shop, which rejects it as no image.
		expect(form.status).toBe(415)
	})

	it('count a visitor by the address that nginx saw, whatever headers the visitor sends', async () => {
		const body = JSON.stringify({ username: 'nadie@correo.cl', password: 'equivocada' })
		const statuses: number[] = []
		const { perAccountAndAddress: max } = limitRules.login
		for (let n = 0; n < max + 2; n++) {
			const headers = {
				'content-type': 'application/json',
				'x-forwarded-for': `198.51.100.${n}`,
				forwarded: `for=10.0.0.${n}`,
			}
			statuses.push((await ask(proxy.port, '/api/token/', headers, 'POST', body)).status)
		}
		expect(statuses).toEqual([...Array(max).fill(401), 429, 429])
	})

	it('are both tried for an asset: during an update only one has the assets of the page', async () => {
		const older = createServer((_asked, answer) => void answer.writeHead(404).end()).listen(0, '127.0.0.1')
		await once(older, 'listening')
		const mixed = await startNginx(nginx ?? '', [(older.address() as AddressInfo).port, Number(settings[0]?.PORT)])
		const page = await fetch(`${shops[0]?.url}/`, { headers: { accept: 'text/html' } })
		const asset = /\/assets\/[\w-]+\.js/.exec(await page.text())?.[0] ?? ''
		const statusesOf = async (path: string) => {
			const answers = [await ask(mixed.port, path), await ask(mixed.port, path), await ask(mixed.port, path)]
			return answers.map(({ status }) => status)
		}
		const statuses = [await statusesOf(asset), await statusesOf('/assets/nada.js')]
		await mixed.stop()
		older.close()
		expect(statuses).toEqual([Array(3).fill(200), Array(3).fill(404)])
	})

	it('restart one after the other without a failed request', async () => {
		const [first] = shops as [ShopProcess]
		await setProducts(first, await staffAccess(first), 'stock', 1_000_000)
		const tokens = [await aBuyer(first), await aBuyer(first)]
		const load = startLoad(proxy.port, tokens, 4)
		const enough = { reads: 25, orders: 3 }
		await load.more(enough)
		for (const [place, variables] of settings.entries()) {
			expect(await shops[place]?.end('SIGTERM')).toBe(0)
			shops[place] = await startShop(variables, 120)
			await load.more(enough)
		}
		const seen = await load.stop()
		expect([...seen.errors]).toEqual([])
	})
})

it.skipIf(!nginx)('nginx logs no visitor address while a process does not answer', async () => {
	const away = await startNginx(nginx ?? '', [await freePort(), await freePort()])
	const secret = 'FICHA-DE-UNA-CLAVE'
	for (const path of [`/reset-password/abc/${secret}`, `/order-summary?token=${secret}`, `/assets/${secret}.js`])
		expect((await ask(away.port, path)).status).toBe(502)
	expect(away.complaints()).not.toContain(secret)
	await away.stop()
})

if (!nginx)
	console.log('nginx no está instalado: las pruebas del proxy no se corrieron (apt-get install nginx-light openssl)')
