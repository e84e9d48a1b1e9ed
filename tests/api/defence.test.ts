import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, anOrder, aPlacedOrder, sendOrder } from '#tests/shop-helpers.ts'

const shop = await aShop()

const login = (from: TestShop, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
	from.app.inject({
		method: 'POST',
		url: '/api/token/',
		remoteAddress,
		headers,
		payload: { username: 'nadie@correo.cl', password: 'equivocada' },
	})

describe('every answer', () => {
	it.each(['/api/checkout/', '/api/docs', '/api/no-existe', '/salud/vivo'])(
		'carries the security headers on %s',
		async (url) => {
			const { headers } = await shop.app.inject(url)
			const policy = String(headers['content-security-policy'])
			expect(policy).toContain("frame-ancestors 'none'")
			expect(policy).toContain("base-uri 'none'")
			expect(policy).not.toContain('unsafe-')
			expect(policy).not.toMatch(/(^|[ ;])\*|https:(?!\/\/)/)
			expect(headers).toMatchObject({
				'x-content-type-options': 'nosniff',
				'x-frame-options': 'SAMEORIGIN',
				'referrer-policy': 'strict-origin-when-cross-origin',
				'cross-origin-opener-policy': 'same-origin-allow-popups',
				'cross-origin-resource-policy': 'same-origin',
			})
			expect(headers['permissions-policy']).toContain('camera=()')
			expect(headers['x-powered-by']).toBeUndefined()
		},
	)

	it('carries the protective headers on a build file, and none that only documents use', async () => {
		const { app, stop } = await openTestShop({ pagesRoot: process.cwd() })
		const page = await app.inject({ url: '/perfil', headers: { accept: 'text/html' } })
		expect(page.headers).toHaveProperty('permissions-policy')
		const paths = page.body.match(/\/assets\/[\w-]+\.(?:css|js)/g) ?? []
		expect(paths.length).toBeGreaterThan(1)
		for (const url of paths) {
			const { headers } = await app.inject(url)
			expect(headers).toMatchObject({
				'x-content-type-options': 'nosniff',
				'cross-origin-resource-policy': 'same-origin',
			})
			expect(headers).not.toHaveProperty('content-security-policy')
			expect(headers).not.toHaveProperty('permissions-policy')
		}
		// A worker uses the policy of its own file.
		expect((await app.inject('/panel-sw.js')).headers).toHaveProperty('content-security-policy')
		await stop()
	})

	it('forbids caching an API call unless the call allows it', async () => {
		const urls = ['/api/checkout/', '/api/no-existe', '/api/webpay/status/?orden_id=x', '/api/perfil/', '/api/orden/x/']
		for (const url of [...urls, '/api/login-google/nonce/', '/api/despacho/cotizacion/?direccion=Moneda+970']) {
			expect((await shop.app.inject(url)).headers['cache-control'], url).toBe('no-store')
		}
		expect((await login(shop, {})).headers['cache-control']).toBe('no-store')
		const kept = await shop.app.inject('/api/mapas/mapa.svg')
		expect(kept.headers['cache-control']).toContain('max-age')
	})

	it('is 400 to a body that is not UTF-8, so no altered name is stored', async () => {
		const account = '{"email":"jose@correo.cl","first_name":"José","last_name":"Rojas","password":"una-clave-segura"}'
		const answer = await shop.app.inject({
			method: 'POST',
			url: '/api/register/',
			headers: { 'content-type': 'application/json' },
			payload: Buffer.from(account, 'latin1'),
		})
		expect([answer.statusCode, answer.json().code]).toEqual([400, 'no_json'])
	})

	it('requires https for a year when the shop is on https, and not otherwise', async () => {
		expect((await shop.app.inject('/api/checkout/')).headers['strict-transport-security']).toBeUndefined()
		const secure = await openTestShop({ publicUrl: 'https://premiumshaker.cl' })
		const { headers } = await secure.app.inject('/api/checkout/')
		expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
		await secure.stop()
	})
})

describe('the client address used for rate limits', () => {
	it('ignores X-Forwarded-For without a trusted proxy', async () => {
		const direct = await openTestShop({ limitScale: 0.15 })
		const statuses: number[] = []
		for (let n = 0; n < 6; n++) {
			statuses.push((await login(direct, { 'x-forwarded-for': `198.51.100.${n}` })).statusCode)
		}
		expect(statuses.at(-1)).toBe(429)
		await direct.stop()
	})

	it('is the address added by the trusted proxy, not the one that the visitor sent', async () => {
		const behind = await openTestShop({ limitScale: 0.15, variables: { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' } })
		const from = async (header: string) => (await login(behind, { 'x-forwarded-for': header })).statusCode
		// One visitor (203.0.113.7) that invents another first hop each time.
		const forging: number[] = []
		for (let n = 0; n < 6; n++) forging.push(await from(`198.51.100.${n}, 203.0.113.7, 10.0.0.2`))
		expect(forging.at(-1)).toBe(429)
		expect(await from('203.0.113.8')).toBe(401)
		// A direct connection, without the proxy.
		const around: number[] = []
		for (let n = 0; n < 6; n++) {
			around.push((await login(behind, { 'x-forwarded-for': `198.51.100.${n}` }, '192.0.2.66')).statusCode)
		}
		expect(around.at(-1)).toBe(429)
		await behind.stop()
	})
})

describe('the rate and size limits', () => {
	it('reject the excess calls of any endpoint and name the moment to retry', async () => {
		const small = await openTestShop({ limitScale: 0.001 })
		const answers = []
		for (let n = 0; n < 14; n++) answers.push(await small.app.inject('/api/checkout/'))
		expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(12).fill(200), 429, 429])
		expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
		await small.stop()
	})

	it.each([
		['/api/token/', { username: 1 }],
		['/api/register/', {}],
		['/api/login-google/', { credential: 1 }],
		['/api/webhooks/otra/', {}],
	])('count a call of %s that fails its schema when it arrives', async (url, payload) => {
		const small = await openTestShop({ limitScale: 0.001 })
		const statuses: number[] = []
		for (let n = 0; n < 14; n++) statuses.push((await small.app.inject({ method: 'POST', url, payload })).statusCode)
		expect(statuses).toEqual([...Array(12).fill(400), 429, 429])
		await small.stop()
	})

	it.each([
		['/api/token/', { username: 'nadie@correo.cl', password: 'x'.repeat(9000) }],
		['/api/register/', { email: 'nadie@correo.cl', otra: 'x'.repeat(9000) }],
		['/api/login-google/', { credential: 'x'.repeat(17_000) }],
	])('read no large body of %s', async (url, payload) => {
		expect((await shop.app.inject({ method: 'POST', url, payload })).statusCode).toBe(413)
	})

	it.each([
		'/api/mapas/sugerencias/?q=moneda%20970',
		'/api/despacho/cotizacion/?direccion=Moneda%20970',
		'/api/mapas/mapa.svg',
	])('reject %s much earlier, because it may cost the shop money', async (url) => {
		const small = await openTestShop({ limitScale: 0.01 })
		const statuses: number[] = []
		for (let n = 0; n < 6; n++) statuses.push((await small.app.inject(url)).statusCode)
		expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
		await small.stop()
	})

	it.each(['pago_exitoso/?external_reference=x', 'flow/status/?token=x', 'webpay/status/?orden_id=x'])(
		'reject /api/%s much earlier, because it may call a gateway',
		async (call) => {
			const small = await openTestShop({ limitScale: 0.01 })
			const statuses: number[] = []
			for (let n = 0; n < 4; n++) statuses.push((await small.app.inject(`/api/${call}`)).statusCode)
			expect(statuses).toEqual([404, 404, 429, 429])
			await small.stop()
		},
	)

	it('reject the excess orders of one account, placed or not', async () => {
		const small = await openTestShop({ limitScale: 0.1 })
		const customer = await aCustomer(small)
		const send = async (changes: Parameters<typeof anOrder>[0]) =>
			(await sendOrder(small, customer, anOrder({ metodo_pago: 'efectivo', ...changes }))).statusCode
		for (let n = 0; n < 6; n++) expect(await send({})).toBe(200)
		for (let n = 0; n < 6; n++) expect(await send({ total: 1 })).toBe(409)
		expect(await send({})).toBe(429)
		const another = await aCustomer(small)
		expect((await sendOrder(small, another, anOrder({ metodo_pago: 'efectivo' }))).statusCode).toBe(200)
		await small.stop()
	})

	it.each([
		['/api/crear_orden/', (cupon: string) => anOrder({ metodo_pago: 'efectivo', cupon })],
		['/api/cupones/validar/', (codigo: string) => ({ codigo, subtotal: 29_990 })],
	])(
		'reject the excess of discount codes sent by one account to %s, from any number of addresses',
		async (url, bodyOf) => {
			const small = await openTestShop({ limitScale: 0.1 })
			const { access } = await aCustomer(small)
			const codes: string[] = []
			for (let n = 0; n < 4; n++) {
				const answer = await small.app.inject({
					method: 'POST',
					url,
					remoteAddress: `203.0.113.${n}`,
					headers: { authorization: `Bearer ${access}` },
					payload: bodyOf(`ADIVINA${n}`),
				})
				codes.push(answer.json().code)
			}
			expect(codes).toEqual([...Array(3).fill('cupon_invalido'), 'demasiadas_solicitudes'])
			await small.stop()
		},
	)

	it('reject the excess orders placed from one network by any of its accounts; loopback is no network', async () => {
		const small = await openTestShop({ limitScale: 0.1 })
		const [one, other] = [await aCustomer(small), await aCustomer(small)]
		const send = async (customer: typeof one, remoteAddress: string) => {
			const order = anOrder({ metodo_pago: 'efectivo' })
			return (await sendOrder(small, customer, order, randomUUID(), { remoteAddress })).statusCode
		}
		for (let n = 0; n < 6; n++) expect(await send(n % 2 ? one : other, `203.0.113.${n}`)).toBe(200)
		expect(await send(one, '203.0.113.99')).toBe(429)
		expect(await send(one, '198.51.100.1')).toBe(200)
		for (let n = 0; n < 7; n++) expect(await send(one, '127.0.0.1')).toBe(200)
		await small.stop()
	})

	it('reject a body above the size limit before reading it', async () => {
		const big = {
			method: 'POST',
			url: '/api/token/',
			payload: { username: 'x'.repeat(300_000), password: 'x' },
		} as const
		expect((await shop.app.inject(big)).statusCode).toBe(413)
	})

	it('reject headers above the size limit and cut off a request that never ends', async () => {
		const { port } = new URL(shop.simulatorsUrl)
		const ask = async (text: string) => {
			const socket = connect(Number(port), '127.0.0.1')
			let received = ''
			socket.on('data', (chunk) => {
				received += chunk
			})
			socket.on('error', () => {})
			socket.write(text)
			await once(socket, 'close')
			return received
		}
		const tooLong = await ask(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`)
		expect(tooLong).toContain(' 431 ')
		expect(tooLong).toContain('"code":"direccion_larga"')
		expect(await ask('GET / HTTP/1.1\r\nHost: x\r\nX-A: a')).toContain(' 408 ')
	})
})

describe('redirects and mailed links', () => {
	it.each(['flow', 'webpay'])('never leave the shop on the return of %s, with any host or fields', async (name) => {
		for (const method of ['GET', 'POST'] as const) {
			const { headers, statusCode } = await shop.app.inject({
				method,
				url: `/api/retorno/${name}?url=https://evil.example&token=//evil.example&next=//evil.example`,
				headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
			})
			expect(statusCode).toBe(303)
			expect(String(headers.location).startsWith(`${shop.env.publicUrl}/checkout-success`)).toBe(true)
		}
	})

	it('use the address of the shop in a password reset mail, not the requested host', async () => {
		const customer = await aCustomer(shop)
		await shop.app.inject({
			method: 'POST',
			url: '/api/auth/password-reset/',
			headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
			payload: { email: customer.email },
		})
		await shop.drainJobs()
		const mail = shop.inbox.mails().find(({ to, subject }) => to === customer.email && /contraseña/i.test(subject))
		expect(mail?.text).toContain(`${shop.env.publicUrl}/reset-password/`)
		expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
	})
})

describe('the privacy of accounts and orders', () => {
	it('reveals in no answer to a login or a forgotten password which addresses have an account', async () => {
		const customer = await aCustomer(shop)
		const wrong = async (username: string) => {
			const payload = { username, password: 'equivocada' }
			const { statusCode, body } = await shop.app.inject({ method: 'POST', url: '/api/token/', payload })
			return `${statusCode} ${body}`
		}
		expect(await wrong(customer.email)).toBe(await wrong('nadie@correo.cl'))
		const forgot = async (email: string) =>
			(await shop.app.inject({ method: 'POST', url: '/api/auth/password-reset/', payload: { email } })).body
		expect(await forgot(customer.email)).toBe(await forgot('nadie@correo.cl'))
	})

	it('rejects the short number of an order where its secret id is required', async () => {
		const customer = await aCustomer(shop)
		const { nro_orden } = await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo' })
		const { statusCode } = await shop.app.inject(`/api/orden_efectivo_exitosa/?orden_id=${nro_orden}`)
		expect([400, 404]).toContain(statusCode)
	})
})
