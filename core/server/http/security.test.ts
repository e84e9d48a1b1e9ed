import { describe, expect, it } from 'vitest'
import { simulatorsKey } from '#core/server/environment/demo.ts'
import { aShop } from '#tests/a-shop.ts'

const shop = await aShop({ variables: { PUBLIC_URL: 'http://192.168.1.20:3000' } })
const key = simulatorsKey(shop.secrets)

const phone = '192.168.1.77'
const inbox = '/simuladores/correo/'

const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
	shop.app.inject({ method: 'GET', url, headers: { host: '127.0.0.1:3000', ...headers }, remoteAddress })

describe('the simulators of a demo', () => {
	it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.9.10'])('answer this machine (%s)', async (address) => {
		expect((await ask(inbox, {}, address)).statusCode).toBe(200)
	})

	it.each([
		['GET', inbox],
		['GET', '/simuladores'],
		['GET', '/simuladores/google/gsi/client'],
		['POST', '/simuladores/google/_token'],
		['POST', '/simuladores/google/_rotar'],
		['GET', '/simuladores/mercadopago/_pagos'],
		['POST', '/simuladores/flow/_faults'],
		['GET', '/simuladores/estilo.css'],
	] as const)('reject other machines: %s %s', async (method, url) => {
		const answer = await shop.app.inject({ method, url, remoteAddress: phone })
		expect(answer.statusCode).toBe(403)
		expect(answer.body).toContain('Con llave')
		expect(answer.headers['set-cookie']).toBeUndefined()
	})

	it.each([
		{ 'x-forwarded-for': '127.0.0.1' },
		{ 'X-Forwarded-Proto': 'https' },
		{ 'x-forwarded-host': 'localhost' },
		{ forwarded: 'for=127.0.0.1' },
		{ via: '1.1 proxy' },
		{ 'x-real-ip': '127.0.0.1' },
		{ 'cf-connecting-ip': '127.0.0.1' },
	])('reject requests through a proxy on this machine: %j', async (headers) => {
		expect((await ask(inbox, headers)).statusCode).toBe(403)
	})

	it('reject requests for another site whose name was made to resolve to this machine', async () => {
		for (const host of ['ejemplo.cl', '192.168.1.66:3000', '127.0.0.1.ejemplo.cl'])
			expect((await ask(inbox, { host })).statusCode).toBe(403)
		for (const host of ['localhost:3000', '[::1]:3000', '192.168.1.20:3000'])
			expect((await ask(inbox, { host })).statusCode).toBe(200)
	})

	it('answer a browser of the network after the link with the key, which sets an HttpOnly cookie', async () => {
		const host = '192.168.1.20:3000'
		const opened = await ask(`${inbox}?llave=${key}&de=1`, { host }, phone)
		expect(opened.statusCode).toBe(303)
		expect(opened.headers.location).toBe(`${inbox}?de=1`)
		const [cookie = '', ...attributes] = String(opened.headers['set-cookie']).split('; ')
		expect(attributes).toEqual(expect.arrayContaining(['Path=/simuladores', 'HttpOnly', 'SameSite=Lax']))
		expect((await ask(inbox, { host, cookie: `otra=1; ${cookie}` }, phone)).statusCode).toBe(200)
		expect((await ask('/simuladores/google/gsi/client', { host, cookie }, phone)).statusCode).toBe(200)
	})

	it('reject a wrong key', async () => {
		for (const wrong of ['', 'x', key.slice(1), `${key}x`]) {
			expect((await ask(`${inbox}?llave=${wrong}`, {}, phone)).statusCode).toBe(403)
			expect((await ask(inbox, { cookie: `llave_demo=${wrong}` }, phone)).statusCode).toBe(403)
		}
	})

	it('reject HTTP/1.0, which proxies speak that add no header', async () => {
		const { connect } = await import('node:net')
		const { port } = new URL(shop.simulatorsUrl)
		const speak = (version: string) =>
			new Promise<string>((resolve, reject) => {
				let text = ''
				const socket = connect(Number(port), '127.0.0.1', () => {
					socket.write(`GET ${inbox} HTTP/${version}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
				})
				socket.on('data', (chunk) => {
					text += chunk
				})
				socket.on('end', () => resolve(text.slice(9, 12)))
				socket.on('error', reject)
			})
		expect(await speak('1.1')).toBe('200')
		expect(await speak('1.0')).toBe('403')
	})
})
