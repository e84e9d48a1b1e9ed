import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limites } from '#server/db/tables/records.ts'
import { FailureAnswer } from '#server/http/answer.ts'
import { limitRules, rateLimits } from '#server/http/rate-limits.ts'
import { projectFolder } from '#server/project-folder.ts'
import { goodPassword, openTestAccounts, stoppedClock } from '#tests/accounts/open-test-accounts.ts'

let shop: Awaited<ReturnType<typeof openTestAccounts>>
beforeAll(async () => {
	shop = await openTestAccounts({ limitScale: 1 })
})
afterAll(() => shop.close())

const logInFrom = (remoteAddress: string, username: string, password: string) =>
	shop.app.inject({ method: 'POST', url: '/api/token/', remoteAddress, payload: { username, password } })

describe('guessing a password', () => {
	it('ends with 429 and Retry-After for that account and address, and starts again after the window', async () => {
		await shop.register('ana@correo.cl')
		const { perAccountAndAddress: max, windowSeconds } = limitRules.login
		for (let guess = 0; guess < max; guess += 1) {
			expect((await logInFrom('10.0.0.1', 'ana@correo.cl', 'una clave mala')).statusCode).toBe(401)
		}
		shop.clock.pass(100)
		const refused = await logInFrom('10.0.0.1', ' ANA@correo.cl', goodPassword)
		expect(refused.statusCode).toBe(429)
		expect(refused.json()).toMatchObject({ code: 'demasiadas_solicitudes' })
		expect(refused.headers['retry-after']).toBe(String(windowSeconds - 100))

		expect((await logInFrom('10.0.0.2', 'ana@correo.cl', goodPassword)).statusCode).toBe(200)
		expect((await logInFrom('10.0.0.1', 'otra@correo.cl', goodPassword)).statusCode).toBe(401)
		shop.clock.pass(windowSeconds - 100)
		expect((await logInFrom('10.0.0.1', 'ana@correo.cl', goodPassword)).statusCode).toBe(200)
	})

	it('from many addresses makes answers slow, but never keeps the owner out', async () => {
		await shop.register('blanco@correo.cl')
		shop.slowed.length = 0
		for (let guess = 0; guess <= limitRules.login.slowAccountAfter; guess += 1) {
			await logInFrom(`10.1.0.${guess}`, 'blanco@correo.cl', 'una clave mala')
		}
		expect(shop.slowed).toEqual([2])
		expect((await logInFrom('10.9.9.9', 'blanco@correo.cl', goodPassword)).statusCode).toBe(200)
	})

	it('counts an IPv6 network as one address, however many of its addresses are used', async () => {
		await shop.register('seis@correo.cl')
		let last = 0
		for (let guess = 0; guess <= limitRules.login.perAccountAndAddress; guess += 1) {
			last = (await logInFrom(`2001:db8:0:1::${guess + 1}`, 'seis@correo.cl', 'una clave mala')).statusCode
		}
		expect(last).toBe(429)
		expect((await logInFrom('2001:db8:0:2::1', 'seis@correo.cl', goodPassword)).statusCode).toBe(200)
	})
})

it('right passwords are never too many', async () => {
	await shop.register('seguido@correo.cl')
	for (let time = 0; time < limitRules.login.perAccountAndAddress + 5; time += 1) {
		expect((await logInFrom('10.0.0.7', 'seguido@correo.cl', goodPassword)).statusCode).toBe(200)
	}
})

it('two processes count together what is shared', async () => {
	const clock = stoppedClock()
	const processes = [1, 2].map(() => {
		const app = Fastify()
		app.setErrorHandler((error, _request, reply) => reply.code(error instanceof FailureAnswer ? 429 : 500).send())
		const { limit } = rateLimits({ db: shop.db, clock, scale: 0.2 })
		app.get('/', { preHandler: limit('cupon', { account: () => 'ana' }) }, async () => 'ok')
		return app
	})
	const statuses: number[] = []
	for (let call = 0; call < 6; call += 1) {
		const answer = await processes[call % 2]?.inject('/')
		statuses.push(answer?.statusCode ?? 0)
	}
	expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
})

it('keeps no address and no account in readable form', async () => {
	await logInFrom('10.44.55.66', 'legible@correo.cl', 'una clave mala')
	const rows = JSON.stringify(await shop.db.select().from(limites))
	expect(rows).toContain('login:cuenta-red:')
	expect(rows).not.toMatch(/10\.44\.55\.66|legible/)
})

it('counts only the calls that the condition names', async () => {
	const app = Fastify()
	app.setErrorHandler((error, _request, reply) => reply.code(error instanceof FailureAnswer ? 429 : 500).send())
	const { limit } = rateLimits({ db: shop.db, clock: shop.clock, scale: 1 / 60 })
	const when = (request: { url: string }) => request.url.includes('cupon')
	app.get('/', { preHandler: limit('comprobante', { when }) }, async () => 'ok')
	for (let call = 0; call < 5; call += 1) expect((await app.inject('/')).statusCode).toBe(200)
	expect((await app.inject('/?cupon=a')).statusCode).toBe(200)
	expect((await app.inject('/?cupon=b')).statusCode).toBe(429)
})

it('has no rule that guards nothing', () => {
	const folder = join(projectFolder, 'server')
	const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
		.map((name) => readFileSync(join(folder, name), 'utf8'))
	const used = sources.flatMap((source) => [...source.matchAll(/\blimit\('(\w+)'/g)].map(([, name]) => name))
	expect([...new Set(used)].sort()).toEqual(Object.keys(limitRules).sort())
})

it('sweeps counters whose time is over', async () => {
	await logInFrom('10.0.0.90', 'barrida@correo.cl', 'una clave mala')
	shop.clock.pass(7200)
	await logInFrom('10.0.0.91', 'barrida@correo.cl', 'una clave mala')
	const over = await shop.db.select().from(limites)
	expect(over.every((row) => row.hasta > shop.clock.now())).toBe(true)
	expect(await shop.db.select().from(limites).where(eq(limites.cuenta, 0))).toEqual([])
})
