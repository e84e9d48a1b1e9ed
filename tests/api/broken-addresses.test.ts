import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'

let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop({ pagesRoot: fileURLToPath(new URL('../../', import.meta.url)) })
	return async () => shop.stop()
})

/** Sends the path as it is, which `fetch` and `inject` would normalize. */
async function get(path: string, accept: string) {
	const { port } = new URL(shop.env.publicUrl)
	return await new Promise<{ status: number | undefined; type: string; body: string; policy: boolean }>(
		(resolve, reject) => {
			const sent = request({ host: '127.0.0.1', port, path, headers: { accept } }, async (answer) => {
				const { statusCode: status, headers } = answer
				const policy = headers['content-security-policy'] !== undefined
				resolve({ status, type: headers['content-type'] ?? '', body: await text(answer), policy })
			})
			sent.on('error', reject)
			sent.end()
		},
	)
}

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

const broken = [
	'//',
	'//?fbclid=abc',
	'//?color=celeste',
	'///',
	'//carrito',
	'//evil.example/..',
	'/carrito//',
	'/carrito%',
	'/descuento-50%',
	'/%E0%A4%A',
	'/%ff',
	'/..%2f',
	'/%2e%2e/%2e%2e/etc/passwd',
	'/%00',
	'/a%0d%0ab',
	'/assets/%',
	'/assets//',
	'/pictures/nada%.webp',
	'/pictures/nada.webp',
	'/pictures/..%2f..%2fpackage.json',
	`/orden/${'x'.repeat(2049)}`,
	`/orden/${'%C3%A9'.repeat(2049)}`,
	`/${'x'.repeat(9000)}`,
	'http://[/x',
]

describe('an address that leads nowhere', () => {
	it.each(broken)('gets the 404 page in a browser, and JSON elsewhere: %.40s', async (path) => {
		const page = await get(path, browser)
		expect([page.status, page.type, page.policy]).toEqual([404, 'text/html; charset=utf-8', true])
		expect(page.body).toContain('Aquí no hay nada que batir')
		const other = await get(path, 'application/json')
		expect([other.status, JSON.parse(other.body).code]).toEqual([404, 'no_encontrado'])
	})

	it.each(['/api/orden/%/', '/api//productos/', `/api/orden/${'x'.repeat(2049)}/`])(
		'gets JSON under /api: %.40s',
		async (path) => {
			const { status, body } = await get(path, browser)
			expect([status, JSON.parse(body).code]).toEqual([404, 'no_encontrado'])
		},
	)
})
