import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

let shop: Awaited<ReturnType<typeof openTestAccounts>>
beforeAll(async () => {
	shop = await openTestAccounts()
})
afterAll(() => shop.close())

/** The cookie of an earlier login. */
const marked = { cookie: 'dispositivo=marca' }
const refresh = (token: string, headers = {}) =>
	shop.app.inject({ method: 'POST', url: '/api/token/refresh/', headers, payload: { refresh: token } })
const profile = async (access: string) => (await shop.call('GET', '/api/perfil/', undefined, access)).statusCode

describe('refreshSession', () => {
	it('exchanges a token for a new pair, and stores only its hash', async () => {
		const ana = await shop.aCustomer('una@correo.cl')
		const answer = await refresh(ana.refresh)
		const next = answer.json<{ access: string; refresh: string }>()
		expect(answer.statusCode).toBe(200)
		expect(next.refresh).not.toBe(ana.refresh)
		expect(await profile(next.access)).toBe(200)
		const rows = await shop.db.select().from(sesiones)
		expect(JSON.stringify(rows)).not.toContain(next.refresh.split('.')[1])
		expect((await refresh(next.refresh)).statusCode).toBe(200)
	})

	it('ends a session 90 days after its login, however often it is renewed, and its access token with it', async () => {
		const ana = await shop.aCustomer('noventa@correo.cl')
		let tokens = ana as { access: string; refresh: string }
		for (const days of [22, 22, 22, 23.995]) {
			shop.clock.pass(days * 86_400)
			tokens = (await refresh(tokens.refresh)).json()
		}
		expect(await profile(tokens.access)).toBe(200)
		shop.clock.pass(0.005 * 86_400)
		expect(await profile(tokens.access)).toBe(401)
		expect((await refresh(tokens.refresh)).statusCode).toBe(401)
	})

	it('returns the same pair once more, within 30 seconds, to a browser that lost the answer', async () => {
		const ana = await shop.aCustomer('tunel@correo.cl')
		const first = (await refresh(ana.refresh, marked)).json<{ access: string; refresh: string }>()
		shop.clock.pass(29)
		const again = await refresh(ana.refresh, marked)
		expect([again.statusCode, again.json()]).toEqual([200, first])
		expect((await refresh(first.refresh)).statusCode).toBe(200)
	})

	it.each([
		['a third time', 0, marked, marked],
		['30 seconds later', 30, marked, marked],
		['from another browser', 0, marked, { ...marked, 'user-agent': 'another' }],
		['with the mark of another browser', 0, marked, { cookie: 'dispositivo=otra' }],
		['without the mark of its browser', 0, marked, {}],
		['by the same User-Agent without any mark', 0, {}, {}],
	])('ends the whole family when a token is used again %s', async (when, seconds, first, headers) => {
		const ana = await shop.aCustomer(`robada${when.length}@correo.cl`)
		const thief = (await refresh(ana.refresh, first)).json<{ access: string; refresh: string }>()
		expect(await profile(thief.access)).toBe(200)
		if (when === 'a third time') await refresh(ana.refresh, marked)
		shop.clock.pass(seconds)

		const replay = await refresh(ana.refresh, headers)
		expect(replay.statusCode).toBe(401)
		expect(replay.json()).toMatchObject({ code: 'sesion_expirada' })
		expect((await refresh(thief.refresh)).statusCode).toBe(401)
		expect(await profile(thief.access)).toBe(401)
		expect(await profile(ana.access)).toBe(401)
	})

	it('ends the family for a token older than the previous one, also within seconds', async () => {
		const ana = await shop.aCustomer('vieja@correo.cl')
		const second = (await refresh(ana.refresh)).json<{ refresh: string }>()
		const third = (await refresh(second.refresh)).json<{ access: string }>()
		expect((await refresh(ana.refresh)).statusCode).toBe(401)
		expect(await profile(third.access)).toBe(401)
	})

	it('returns the same pair twice for parallel requests and then ends the family', async () => {
		const ana = await shop.aCustomer('carrera@correo.cl')
		const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(ana.refresh, marked)))
		const opened = answers.filter((answer) => answer.statusCode === 200).map((answer) => answer.body)
		expect([opened.length, new Set(opened).size]).toEqual([2, 1])
		expect(await profile(ana.access)).toBe(401)
	})

	it('ends no session for a forged token', async () => {
		const ana = await shop.aCustomer('firme@correo.cl')
		const [id] = ana.refresh.split('.')
		for (const forged of ['', 'x', `${id}.`, `${id}.${'A'.repeat(54)}`, `${id}.${'A'.repeat(53)}ñ`, ana.access]) {
			expect((await refresh(forged)).statusCode).toBe(401)
		}
		expect(await profile(ana.access)).toBe(200)
	})

	it('ends a session after 30 days without use, counted from each use', async () => {
		const ana = await shop.aCustomer('lenta@correo.cl')
		shop.clock.pass(29 * 86_400)
		const next = (await refresh(ana.refresh)).json<{ refresh: string }>()
		shop.clock.pass(29 * 86_400)
		const last = await refresh(next.refresh)
		expect(last.statusCode).toBe(200)
		shop.clock.pass(30 * 86_400)
		expect((await refresh(last.json<{ refresh: string }>().refresh)).statusCode).toBe(401)
	})

	it('rejects a token of a disabled account', async () => {
		const ana = await shop.aCustomer('apagada@correo.cl')
		await shop.db.update(usuarios).set({ is_active: false }).where(eq(usuarios.email, ana.email))
		expect((await refresh(ana.refresh)).statusCode).toBe(401)
		expect(await profile(ana.access)).toBe(401)
	})
})

describe('logOut', () => {
	it('ends the session for every token of it, and answers 204', async () => {
		const ana = await shop.aCustomer('sale@correo.cl')
		const other = (await shop.logIn(ana.email)).json<{ access: string }>()
		const answer = await shop.call('POST', '/api/token/logout/', { refresh: ana.refresh })
		expect(answer.statusCode).toBe(204)
		expect(await profile(ana.access)).toBe(401)
		expect((await refresh(ana.refresh)).statusCode).toBe(401)
		expect(await profile(other.access)).toBe(200)
	})

	it('accepts a forged or old token without an error', async () => {
		expect((await shop.call('POST', '/api/token/logout', { refresh: 'nada' })).statusCode).toBe(204)
	})
})
