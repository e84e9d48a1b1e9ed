import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { handedItems, ownPath } from '#modules/found/server/permalink.ts'
import { aShop } from '#tests/a-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ publicUrl: 'https://tienda.example' })
const demo = await aShop()
const boss = await theBoss(shop)

/** What UCP 2026-08-25 requires of a profile with permalinks alone (source/schemas/profile.json, shopping/permalink.json). */
const version = z.literal('2026-08-25')
const profile = z.strictObject({
	ucp: z.strictObject({
		version,
		services: z.strictObject({}),
		payment_handlers: z.strictObject({}),
		capabilities: z.strictObject({
			'dev.ucp.shopping.permalink': z.tuple([
				z.strictObject({
					version,
					spec: z.literal('https://ucp.dev/2026-08-25/specification/permalink'),
					schema: z.literal('https://ucp.dev/2026-08-25/schemas/shopping/permalink.json'),
					config: z.strictObject({ endpoint: z.string().regex(/^https:\/\/[^/?#@\s\\]+(\/[^/?#\s\\]+)+$/) }),
				}),
			]),
		}),
	}),
})

describe('the profile for agents', () => {
	it('is valid, cacheable and without a redirect', async () => {
		const answer = await shop.app.inject('/.well-known/ucp')
		expect(answer.statusCode).toBe(200)
		expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'public, max-age=300' })
		expect(answer.headers.etag).toBeTruthy()
		const { ucp } = profile.parse(answer.json())
		const [{ config }] = ucp.capabilities['dev.ucp.shopping.permalink']
		expect(config.endpoint).toBe('https://tienda.example/comprar')
	})

	it('is not found without https, and once its setting is off', async () => {
		expect((await demo.app.inject('/.well-known/ucp')).statusCode).toBe(404)
		const cambios = [{ clave: 'carrito_asistentes', valor: false }]
		expect((await boss.send('PUT', '/api/admin_ajustes/', { cambios })).statusCode).toBe(200)
		shop.clock.advanceMinutes(0.5)
		expect((await shop.app.inject('/.well-known/ucp')).statusCode).toBe(404)
	})
})

describe('a link to buy', () => {
	const negro = 'PREM-SHAKER-650-NEGRO'
	const encoded = `~${Buffer.from(negro).toString('base64url')}`
	const fifty = Array.from({ length: 50 }, () => `${negro}:1`).join(',')

	it.each([
		['one colour', `/${negro}:2`, `${negro}:2`],
		['two colours', `/${negro}:2,PREM-SHAKER-650-CELESTE:1`, `${negro}:2,PREM-SHAKER-650-CELESTE:1`],
		['an id twice, as it is and encoded', `/${negro}:2,${encoded}:3`, `${negro}:5`],
		['fifty items', `/${fifty}`, `${negro}:50`],
		['an unknown id', '/SKU-1:2', 'otro:2'],
		['an escaped slash', '/a%2Fb:1', 'otro:1'],
		['a broken base64url', `/${encoded}=:1,~*:1`, 'otro:2'],
		['bytes that are no UTF-8', '/~__8:1', 'otro:1'],
		['a quantity that is none', `/${negro}:0,${negro}:01,${negro}:-1,${negro}`, 'otro:4'],
		['more than any stock', `/${negro}:99999999999999999999`, `${negro}:999`],
		['line breaks', `/${negro}:1%0D%0ASet-Cookie:x=1`, 'otro:1'],
		['markup', '/%3Cscript%3E:1', 'otro:1'],
	])('opens the cart page for %s, and stores nothing', async (_, path, items) => {
		const answer = await shop.app.inject(`/comprar${path}`)
		expect(answer.statusCode).toBe(303)
		expect(answer.headers).toMatchObject({
			location: `/carrito?${new URLSearchParams({ agregar: items })}`,
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-robots-tag': 'noindex',
		})
		expect(answer.headers['set-cookie']).toBeUndefined()
		expect(answer.body).toBe('')
	})

	it.each(['', '/'])('opens the shop without items (%s)', async (path) => {
		expect((await shop.app.inject(`/comprar${path}`)).headers.location).toBe('/')
		expect((await shop.app.inject(`/comprar${path}?continue_to=/politicas`)).headers.location).toBe('/politicas')
	})

	it('hands on no parameter but the page to continue at and the source of the visit', async () => {
		const query =
			'continue_to=/pago&buyer/email=ana@correo.cl&discounts/codes/0=X&access_token=s&utm_source=x&agregar=a:1'
		const { location } = (await shop.app.inject(`/comprar/${negro}:1?${query}`)).headers
		expect(location).toBe(
			`/carrito?${new URLSearchParams({ agregar: `${negro}:1`, seguir: '/pago', utm_source: 'x' })}`,
		)
		expect((await shop.app.inject('/comprar?utm_source=x&y=1')).headers.location).toBe('/?utm_source=x')
	})

	it('accepts an address of 2,048 bytes', async () => {
		const items = Array.from({ length: 93 }, () => `${negro}:1`).join(',')
		const address = `/comprar/${items}`
		expect(address.length).toBeGreaterThan(2048)
		expect((await shop.app.inject(address.slice(0, 2048))).statusCode).toBe(303)
	})

	it.each([
		'//evil.example',
		'/\\evil.example',
		'https://evil.example',
		'/https://evil.example',
		'/..//evil.example',
		'/pago\r\nx: 1',
		'/pa go',
		'pago',
		'',
		['/pago', '/politicas'],
	])('does not continue at %j', (text) => {
		expect(ownPath(text)).toBeUndefined()
	})

	it('continues at a path of the shop in its canonical form, without its query', () => {
		expect([ownPath('/'), ownPath('/a/../pago?x=1#y'), ownPath('/ñ')]).toEqual(['/', '/pago', '/%C3%B1'])
	})

	it('counts every id once', () => {
		expect(handedItems(`${negro}:1,x:1,${negro}:1`)).toBe(`${negro}:2,otro:1`)
	})
})
