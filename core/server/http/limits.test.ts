import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FailureAnswer, fail } from '#core/contract/failure.ts'
import { limitRules } from '#core/contract/limit-rules.ts'
import { createConcurrencyLimit, rateLimits } from '#core/server/http/limits.ts'
import { limites } from '#core/server/http/tables.ts'
import { projectFolder } from '#core/server/platform/runtime.ts'
import { createResetLinks } from '#modules/accounts/server/sessions.ts'
import { goodPassword, openTestAccounts, stoppedClock, testKeys } from '#tests/accounts/open-test-accounts.ts'

describe('rate limits', () => {
	/** A fifth of every limit shows the same and saves a hundred hashes. */
	const scale = 0.2

	let shop: Awaited<ReturnType<typeof openTestAccounts>>
	beforeAll(async () => {
		shop = await openTestAccounts({ limitScale: scale })
	})
	afterAll(() => shop.close())

	const logInFrom = (remoteAddress: string, username: string, password: string, cookie = '') =>
		shop.app.inject({
			method: 'POST',
			url: '/api/token/',
			remoteAddress,
			headers: { cookie },
			payload: { username, password },
		})

	/** Guesses at an account from several addresses until it is rejected; returns how many guesses were compared. */
	async function guessAt(username: string, addressOf: (n: number) => string): Promise<number> {
		for (let judged = 0; judged < 400; judged += 1) {
			const { statusCode } = await logInFrom(addressOf(judged), username, 'una clave mala')
			if (statusCode === 429) return judged
		}
		return 400
	}

	describe('guessing a password', () => {
		it('ends with 429 and Retry-After for that account and address, and starts again after the window', async () => {
			await shop.register('ana@correo.cl')
			const { perAccountAndAddress: max, windowSeconds } = limitRules.login
			for (let guess = 0; guess < max * scale; guess += 1) {
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

		it('from many addresses gives no more guesses, in a minute nor in an hour', async () => {
			await shop.register('blanco@correo.cl')
			const { perAccount } = limitRules.login_minuto
			expect(await guessAt('blanco@correo.cl', (n) => `10.1.0.${n}`)).toBe(perAccount * scale)
			const refused = await logInFrom('10.9.9.9', 'blanco@correo.cl', goodPassword)
			expect(refused.statusCode).toBe(429)
			expect(refused.json()).toMatchObject({ error: expect.stringContaining('¿Olvidaste tu clave?') })
			let all = perAccount * scale
			for (let round = 1; round < 6; round += 1) {
				shop.clock.pass(60)
				all += await guessAt('blanco@correo.cl', (n) => `10.2.${round}.${n}`)
			}
			expect(all).toBe(limitRules.login_hora.perAccount * scale)
		})

		it('by strangers does not lock out a browser that logged in before, whose own guesses are bounded too', async () => {
			await shop.register('propia@correo.cl')
			const first = await logInFrom('10.4.0.1', 'propia@correo.cl', goodPassword)
			const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
			for (let round = 0; round < 6; round += 1) {
				await guessAt('propia@correo.cl', (n) => `10.4.${round}.${n}`)
				shop.clock.pass(60)
			}
			await guessAt('propia@correo.cl', (n) => `10.4.9.${n}`)
			expect((await logInFrom('10.4.9.9', 'propia@correo.cl', goodPassword)).statusCode).toBe(429)
			expect((await logInFrom('10.4.0.1', 'propia@correo.cl', goodPassword, cookie)).statusCode).toBe(200)
			await shop.register('ajena@correo.cl')
			await guessAt('ajena@correo.cl', (n) => `10.4.10.${n}`)
			expect((await logInFrom('10.4.0.1', 'ajena@correo.cl', goodPassword, cookie)).statusCode).toBe(429)

			const { perAccount } = limitRules.login_minuto
			const statuses: number[] = []
			for (let n = 0; n < perAccount * scale; n += 1) {
				statuses.push((await logInFrom(`10.4.11.${n}`, 'propia@correo.cl', 'mala', cookie)).statusCode)
			}
			expect(statuses).toEqual([...Array(perAccount * scale - 1).fill(401), 429])
		})

		it('is counted once for an account, however its e-mail is written', async () => {
			await shop.register('escrita@correo.cl')
			const written = ['escrita@correo.cl', 'ESCRITA@correo.cl', 'es\u200bcrita@correo.cl', '\uff45scrita@correo.cl']
			let judged = 0
			for (; judged < 100; judged += 1) {
				const answer = await logInFrom(`10.7.0.${judged}`, written[judged % 4] ?? '', 'una clave mala')
				if (answer.statusCode === 429) break
			}
			expect(judged).toBe(limitRules.login_minuto.perAccount * scale)
		})

		it('does not lock the owner out: a password set by the mailed link opens the account at once', async () => {
			await shop.register('lejos@correo.cl')
			await guessAt('lejos@correo.cl', (n) => `10.5.0.${n}`)
			expect((await logInFrom('10.5.9.9', 'lejos@correo.cl', goodPassword)).statusCode).toBe(429)
			await shop.call('POST', '/api/auth/password-reset/', { email: 'lejos@correo.cl' })
			const id = String(shop.mails.at(-1)?.datos.recuperacion_id)
			const token = createResetLinks(testKeys, 'http://localhost').tokenOf(id)
			await shop.call('POST', '/api/auth/password-reset/confirm/', { uid: id, token, new_password: 'otra contraseña' })
			expect((await logInFrom('10.5.9.9', 'lejos@correo.cl', 'otra contraseña')).statusCode).toBe(200)
		})

		it('counts an IPv6 /56 as one address, however many of its addresses are used', async () => {
			await shop.register('seis@correo.cl')
			let last = 0
			for (let guess = 0; guess <= limitRules.login.perAccountAndAddress * scale; guess += 1) {
				last = (await logInFrom(`2001:db8:0:1${guess}::${guess + 1}`, 'seis@correo.cl', 'una clave mala')).statusCode
			}
			expect(last).toBe(429)
			expect((await logInFrom('2001:db8:0:100::1', 'seis@correo.cl', goodPassword)).statusCode).toBe(200)
		})

		it('counts guesses in changePassword by account, from any address', async () => {
			const { access } = await shop.aCustomer('sesion@correo.cl')
			const statuses: number[] = []
			for (let n = 0; n <= limitRules.clave_otra_vez.perAccount * scale; n += 1) {
				const answer = await shop.app.inject({
					method: 'POST',
					url: '/api/perfil/clave/',
					remoteAddress: `10.6.0.${n}`,
					headers: { authorization: `Bearer ${access}` },
					payload: { password: 'mala', new_password: 'nueva contraseña' },
				})
				statuses.push(answer.statusCode)
			}
			expect(statuses.slice(0, -1)).toEqual(Array(limitRules.clave_otra_vez.perAccount * scale).fill(422))
			expect(statuses.at(-1)).toBe(429)
		})
	})

	it('counts right passwords too: thirty a minute and account', async () => {
		await shop.register('seguido@correo.cl')
		const statuses: number[] = []
		for (let time = 0; time <= limitRules.login_minuto.perAccount * scale; time += 1) {
			statuses.push((await logInFrom(`10.0.1.${time}`, 'seguido@correo.cl', goodPassword)).statusCode)
		}
		expect(statuses.slice(0, -1)).toEqual(Array(limitRules.login_minuto.perAccount * scale).fill(200))
		expect(statuses.at(-1)).toBe(429)
	})

	it('shares the counters between processes', async () => {
		const clock = stoppedClock()
		const processes = [1, 2].map(() => {
			const app = Fastify()
			app.setErrorHandler((error, _request, reply) => reply.code(error instanceof FailureAnswer ? 429 : 500).send())
			const { limit } = rateLimits({ db: shop.db, clock, scale: 0.2 })
			app.get('/', { preHandler: limit('cupon', { account: () => 'ana' }) }, async () => 'ok')
			return app
		})
		const statuses: number[] = []
		for (let call = 0; call < 8; call += 1) {
			const answer = await processes[call % 2]?.inject('/')
			statuses.push(answer?.statusCode ?? 0)
		}
		expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
	})

	it('stores no readable address or account', async () => {
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

	it('has a guarded route for every rule', () => {
		const sources = globSync('{core,modules,shop}/**/*.ts', { cwd: projectFolder })
			.filter((name) => !name.endsWith('.test.ts'))
			.map((name) => readFileSync(join(projectFolder, name), 'utf8'))
		const lists = sources.flatMap((source) => source.match(/\blimits: \[[^\]]*\]|\blimit\('\w+'/g) ?? [])
		const used = lists.flatMap((list) => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name))
		expect([...new Set(used)].sort()).toEqual(Object.keys(limitRules).sort())
	})

	it('deletes expired counters', async () => {
		await logInFrom('10.0.0.90', 'barrida@correo.cl', 'una clave mala')
		shop.clock.pass(86_401)
		await logInFrom('10.0.0.91', 'barrida@correo.cl', 'una clave mala')
		const over = await shop.db.select().from(limites)
		expect(over.every((row) => row.hasta > shop.clock.now())).toBe(true)
		expect(await shop.db.select().from(limites).where(eq(limites.cuenta, 0))).toEqual([])
	})
})

describe('concurrency limit', () => {
	it('runs a limited number at once, queues others, and rejects the rest', async () => {
		const withLimit = createConcurrencyLimit({ atOnce: 2, maxWaiting: 3 })
		let running = 0
		let most = 0
		const work = async () => {
			running += 1
			most = Math.max(most, running)
			await wait(5)
			running -= 1
		}
		const calls = await Promise.allSettled(Array.from({ length: 7 }, () => withLimit(work)))
		expect(most).toBe(2)
		const refused = calls.filter((call) => call.status === 'rejected')
		expect(refused).toHaveLength(2)
		expect(refused.every(({ reason }) => reason instanceof FailureAnswer)).toBe(true)
	})

	it('releases the place when the work fails', async () => {
		const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 1 })
		const [failed, next] = await Promise.allSettled([
			withLimit(() => Promise.reject(new Error('broken'))),
			withLimit(async () => 'done'),
		])
		expect(failed.status).toBe('rejected')
		expect(next).toMatchObject({ value: 'done' })
	})

	it('rejects a call whose share of the queue is full, and runs the others', async () => {
		const withLimit = createConcurrencyLimit({
			atOnce: 1,
			maxWaiting: 4,
			refusal: () => fail('demasiadas_solicitudes'),
		})
		const done: string[] = []
		const call = (name: string) => {
			const shares = [{ key: name, maxWaiting: 2 }]
			return withLimit(async () => void done.push(name), { shares })
		}
		const calls = await Promise.allSettled(['ana', 'ana', 'ana', 'ana', 'luz'].map(call))
		expect(done).toEqual(['ana', 'luz', 'ana', 'ana'])
		const refused = calls.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
		expect(refused.map(({ failure }) => failure.failure)).toEqual(['demasiadas_solicitudes'])
	})

	it('gives the next turn to the caller with the fewest others in its shares, then by arrival', async () => {
		const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 9 })
		const done: string[] = []
		const call = (name: string) =>
			withLimit(async () => void done.push(name), { shares: [{ key: name.slice(0, 1), maxWaiting: 9 }] })
		await Promise.all(['first', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(call))
		expect(done).toEqual(['first', 'c1', 'b1', 'b2', 'a1', 'a2', 'a3'])
	})

	it('gives a place of the fullest share to a caller with fewer others, when none is free', async () => {
		const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 3 })
		const done: string[] = []
		const call = (name: string) =>
			withLimit(async () => void done.push(name), { shares: [{ key: name.slice(0, 1), maxWaiting: 9 }] })
		const calls = ['first', 'a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'b2']
		const ended = await Promise.allSettled(calls.map(call))
		expect(done).toEqual(['first', 'a1', 'b1', 'c1'])
		expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(5)
	})

	it('sets places and every second turn aside for known callers, who else wait with the others', async () => {
		const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 4, setAside: 2 })
		const done: string[] = []
		const call = (name: string) =>
			withLimit(async () => void done.push(name), {
				isKnown: name.startsWith('known'),
				shares: [{ key: name, maxWaiting: 1 }],
			})
		const calls = ['first', 'a', 'b', 'c', 'known 1', 'known 2', 'known 3', 'known 1']
		const ended = await Promise.allSettled(calls.map(call))
		expect(done).toEqual(['first', 'known 1', 'a', 'known 2', 'b'])
		expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(3)
	})

	it('frees the place of a caller who leaves the queue, and never runs its work', async () => {
		const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 1 })
		const done: string[] = []
		const left = new AbortController()
		const { promise: end, resolve } = Promise.withResolvers<void>()
		const running = withLimit(() => end)
		const waiting = withLimit(async () => void done.push('left'), { signal: left.signal })
		left.abort()
		await expect(waiting).rejects.toBeInstanceOf(FailureAnswer)
		const next = withLimit(async () => void done.push('next'))
		resolve()
		await Promise.all([running, next])
		expect(done).toEqual(['next'])
		await expect(withLimit(async () => 'free', { signal: left.signal })).resolves.toBe('free')
	})
})
