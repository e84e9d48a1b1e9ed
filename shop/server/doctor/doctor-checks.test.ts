import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { googleMapsSimulator } from '@premium-shaker/simulators/google-maps'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { readEnvironment } from '#modules/lists/environment.ts'
import { createGoogleMaps } from '#modules/maps-google/server/google-maps.ts'
import {
	clockSource,
	compareClock,
	describeMaps,
	plainBehindLoopback,
	testAccountOf,
} from '#shop/server/doctor/doctor-checks.ts'

describe('clock', () => {
	const noon = Date.parse('2026-11-20T12:00:00Z')
	const server = createServer((_request, response) => response.setHeader('date', new Date(noon).toUTCString()).end())
	let url: string

	beforeAll(async () => {
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	})
	afterAll(() => new Promise((closed) => server.close(closed)))

	it.each([
		[-30, 'va igual'],
		[30, 'va igual'],
	])('accepts a clock that is %i seconds off', async (seconds, text) => {
		expect(await compareClock(url, () => new Date(noon + seconds * 1000))).toContain(text)
	})

	it.each([
		[-90, '90 segundos atrasado'],
		[400, '400 segundos adelantado'],
	])('reports a clock that is %i seconds off', async (seconds, text) => {
		await expect(compareClock(url, () => new Date(noon + seconds * 1000))).rejects.toThrow(text)
	})

	it('uses a server that the shop already calls, and none in a demo', () => {
		expect(clockSource(readEnvironment({}))).toBeUndefined()
		const env = readEnvironment({ GOOGLE_CLIENT_ID: 'x', GOOGLE_JWKS_URL: 'http://localhost:1/certs' })
		expect(clockSource(env)).toBe('http://localhost:1/certs')
	})

	it('blames no clock for an unreachable server', async () => {
		expect(await compareClock('http://127.0.0.1:1/', () => new Date())).toContain('no se pudo comparar: 127.0.0.1:1')
	})
})

describe('proxy', () => {
	const pool = 'postgres://shop:secreta@127.0.0.10:6432/shop'
	const leg = (address: string | null, isEncrypted: boolean | null) => async () => ({
		rows: [{ address, isEncrypted }],
	})

	describe('plainBehindLoopback', () => {
		it('warns of a local pool that continues unencrypted to another machine', async () => {
			const text = await plainBehindLoopback('DATABASE_URL', pool, leg('203.0.113.7', false))
			expect(text).toContain(
				'DATABASE_URL (127.0.0.10:6432) es un programa de esta máquina que lleva a la base en 203.0.113.7',
			)
			expect(text).not.toContain('secreta')
		})

		it.each([
			['goes on encrypted', pool, leg('203.0.113.7', true)],
			['stays on this machine', pool, leg('127.0.0.1', false)],
			[
				'reaches an address of this machine',
				pool,
				leg(Object.values(networkInterfaces())[0]?.[0]?.address ?? '::1', false),
			],
			['ends in a socket', pool, leg(null, false)],
			[
				'is of another machine, which has a rule of its own',
				'postgres://shop:x@203.0.113.7/shop',
				leg('203.0.113.7', false),
			],
		])('returns undefined for an address that %s', async (_what, url, ask) => {
			expect(await plainBehindLoopback('DATABASE_URL', url, ask)).toBeUndefined()
		})
	})
})

describe('maps', () => {
	let app: FastifyInstance
	let apiUrl: string

	beforeAll(async () => {
		app = fastify()
		await app.register(googleMapsSimulator({ key: 'right' }))
		apiUrl = await app.listen({ host: '127.0.0.1', port: 0 })
	})
	afterAll(() => app.close())

	const mapsWith = (key: string) => createGoogleMaps({ shop: defaultShop, key, apiUrl })

	test('reports a key that Google rejects, without printing it', async () => {
		const result = describeMaps(mapsWith('a-dead-key'))
		await expect(result).rejects.toThrow('no acepta GOOGLE_MAPS_KEY (API_KEY_INVALID)')
		await expect(result).rejects.not.toThrow('a-dead-key')
	})

	test('reports maps that do not find the example address, or measure no route there', async () => {
		await app.inject({ method: 'POST', url: '/_faults', payload: { ajustes: { sin_ruta: true } } })
		await expect(describeMaps(mapsWith('right'))).rejects.toThrow(/no (mide|encuentra)/)
	})
})

describe('test account', () => {
	const testing = {
		WEBPAY_API_URL: 'https://webpay3gint.transbank.cl',
		FLOW_API_URL: 'https://sandbox.flow.cl/api',
		MERCADOPAGO_ACCESS_TOKEN: 'TEST-123',
	}
	const selling = {
		WEBPAY_API_URL: undefined,
		FLOW_API_URL: 'https://www.flow.cl/api',
		MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-123',
	}

	it.each(['webpay', 'flow', 'mercadopago'] as const)('distinguishes a test account of %s from a real one', (name) => {
		expect(testAccountOf(testing, name)).toContain('no cobra de verdad')
		expect(testAccountOf(selling, name)).toBeUndefined()
	})
})
