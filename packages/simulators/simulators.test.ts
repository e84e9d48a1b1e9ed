import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { simulators } from './simulators.ts'

const bearer = { authorization: 'Bearer APP_USR-1' }
const preference = {
	items: [{ title: 'Shaker <b>', quantity: 1, unit_price: 29_990, currency_id: 'CLP' }],
	external_reference: 'intento-1',
	back_urls: {
		success: 'http://tienda.test/si',
		failure: 'http://tienda.test/no',
		pending: 'http://tienda.test/espera',
	},
	notification_url: 'http://127.0.0.1:9/nadie',
}

describe('the simulators', () => {
	let dataDir: string
	let app: FastifyInstance

	async function start() {
		const started = Fastify({ routerOptions: { ignoreTrailingSlash: true }, pluginTimeout: 0 })
		const options = {
			dataDir,
			baseUrl: () => 'http://tienda.test',
			mercadopago: { accessToken: 'APP_USR-1', webhookSecret: 'wh-1' },
			flow: { apiKey: 'f', secretKey: 'fs' },
			webpay: { commerceCode: '597055555532', apiKey: 'w' },
			openfactura: {
				apiKey: 'o',
				organization: { rut: '99999999-9', razonSocial: 'P', giro: 'P', acteco: 1, direccion: 'P', comuna: 'P' },
			},
			instagram: { token: 'ig', mediaDir: join(dataDir, 'none') },
		}
		await started.register(simulators(options), { prefix: '/simuladores' })
		return started
	}

	const create = (body: object = preference) =>
		app.inject({ method: 'POST', url: '/simuladores/mercadopago/checkout/preferences', headers: bearer, payload: body })

	async function pay(pref_id: string, accion: string) {
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const payload = new URLSearchParams({ pref_id, accion }).toString()
		return app.inject({ method: 'POST', url: '/simuladores/mercadopago/checkout/v1/pagar', headers, payload })
	}

	async function search() {
		const url = '/simuladores/mercadopago/v1/payments/search?external_reference=intento-1'
		return (await app.inject({ url, headers: bearer })).json().results
	}

	beforeEach(async () => {
		dataDir = mkdtempSync(join(tmpdir(), 'simulators-'))
		app = await start()
	})
	afterEach(async () => {
		await app.close()
		rmSync(dataDir, { recursive: true })
	})

	test('are listed on a page, and each has one of its own that runs no inline script', async () => {
		const index = await app.inject('/simuladores')
		const links = [...index.body.matchAll(/<li><a href="([^"]+)"/g)].map((match) => match[1] ?? '')
		expect(links).toEqual(
			['mercadopago', 'flow', 'webpay', 'openfactura', 'instagram', 'google'].map((name) => `/simuladores/${name}/`),
		)
		for (const url of ['/simuladores/', ...links]) {
			const page = await app.inject(url)
			expect(page.statusCode).toBe(200)
			expect(page.headers['content-security-policy']).toContain("script-src 'self'")
			expect(page.body).toContain('<span>Simulador</span>')
			expect(page.body).not.toMatch(/<script(?![^>]*src)|style=|onclick=/)
			const sheet = /href="([^"]+estilo.css)"/.exec(page.body)?.[1]
			expect((await app.inject(sheet ?? '')).headers['content-type']).toContain('text/css')
		}
	})

	test('show the four buttons, and escape what the shop sent', async () => {
		const { init_point } = (await create()).json()
		const page = await app.inject(new URL(init_point).pathname + new URL(init_point).search)
		for (const text of ['Aprobar pago', 'Dejar pendiente', 'Rechazar pago', 'Abandonar'])
			expect(page.body).toContain(`>${text}</button>`)
		expect(page.body).toContain('Shaker &lt;b&gt;')
		expect(page.body).not.toContain('<b>')
	})

	test('send the payer to the page of the chosen outcome', async () => {
		const { id } = (await create()).json()
		const places = []
		for (const accion of ['abandonar', 'rechazar', 'pendiente', 'aprobar'])
			places.push((await pay(id, accion)).headers.location)
		const pages = places.map((place) => new URL(String(place)))
		expect(pages.map((page) => page.pathname)).toEqual(['/no', '/no', '/espera', '/si'])
		expect(pages.map((page) => page.searchParams.get('status'))).toEqual(['null', 'rejected', 'in_process', 'approved'])
	})

	test('store payments and refunds across a restart, and never repeat a number', async () => {
		const { id } = (await create()).json()
		await pay(id, 'aprobar')
		const [payment] = await search()
		const refunds = `/simuladores/mercadopago/v1/payments/${payment.id}/refunds`
		const headers = { ...bearer, 'x-idempotency-key': 'k' }
		const first = await app.inject({ method: 'POST', url: refunds, headers, payload: { amount: 5_000 } })
		await app.close()
		app = await start()
		expect(await search()).toMatchObject([{ id: payment.id, status: 'approved', transaction_amount_refunded: 5_000 }])
		const again = await app.inject({ method: 'POST', url: refunds, headers, payload: { amount: 5_000 } })
		expect(again.json().id).toBe(first.json().id)
		await pay(id, 'rechazar')
		const ids = (await search()).map((one: { id: number }) => one.id)
		expect(new Set([...ids, first.json().id]).size).toBe(3)
	})

	test.each([
		[{ items: [] }, 'bad_request'],
		[{ items: [{ title: 'x', quantity: 1, unit_price: 10.5, currency_id: 'CLP' }] }, 'invalid_items'],
		[{ auto_return: 'approved', back_urls: {} }, 'invalid_auto_return'],
		[{ auto_return: 'approved', back_urls: { success: 'http://localhost:3000/' } }, 'invalid_auto_return'],
		[{ expires: true, expiration_date_to: '2026-11-20T12:00:00Z' }, 'bad_request'],
	])('reject a preference with %j like the provider', async (wrong, error) => {
		const answer = await create({ ...preference, ...wrong })
		expect(answer.statusCode).toBe(400)
		expect(answer.json()).toMatchObject({ error, status: 400 })
	})

	test('answer 401 to a wrong token and 404 to an unknown payment, in the provider’s format', async () => {
		const url = '/simuladores/mercadopago/v1/payments/42'
		expect((await app.inject({ url })).statusCode).toBe(401)
		expect((await app.inject({ url, headers: bearer })).json()).toMatchObject({
			message: 'Payment not found',
			error: 'not_found',
			status: 404,
			cause: [{ code: 2000 }],
		})
	})

	test('stop immediately, with notifications pending', async () => {
		// The clock is stopped, so a pending retry never runs.
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		try {
			const { id } = (await create()).json()
			await pay(id, 'aprobar')
			await app.close()
		} finally {
			vi.useRealTimers()
		}
		app = await start()
	})
})
