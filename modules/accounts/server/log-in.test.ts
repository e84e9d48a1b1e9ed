import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { hashPassword } from '#modules/accounts/server/passwords.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { goodPassword, openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

let shop: Awaited<ReturnType<typeof openTestAccounts>>
beforeAll(async () => {
	shop = await openTestAccounts()
	await shop.register('ana@correo.cl')
})
afterAll(() => shop.close())

const refused = { code: 'credenciales_invalidas', detail: 'Credenciales inválidas', error: 'Credenciales inválidas' }

describe('logIn', () => {
	it('returns an access and a refresh token, whatever the case of the e-mail', async () => {
		const answer = await shop.logIn(' ANA@Correo.CL ')
		expect(answer.statusCode).toBe(200)
		const { access } = answer.json<{ access: string }>()
		expect((await shop.call('GET', '/api/perfil/', undefined, access)).json()).toMatchObject({ email: 'ana@correo.cl' })
	})

	it.each([
		['a wrong password', 'ana@correo.cl', 'otra contraseña'],
		['an unknown address', 'nadie@correo.cl', goodPassword],
		['a text that is no address', 'ana\u0000', goodPassword],
		['an empty password', 'ana@correo.cl', ''],
	])('rejects %s with the same message', async (_case, username, password) => {
		const answer = await shop.logIn(username, password)
		expect(answer.statusCode).toBe(401)
		expect(answer.json()).toEqual(refused)
	})

	it('answers 429 to a flood beyond the queue of the password hasher, and logs the next customer in', async () => {
		const flood = Array.from({ length: 60 }, (_, n) => shop.logIn(`nadie${n}@correo.cl`))
		const answers = await Promise.all(flood)
		const refused = answers.filter(({ statusCode }) => statusCode === 429)
		// Two run; of the 32 places a quarter is for browsers that logged in before.
		expect(refused).toHaveLength(60 - 2 - 24)
		expect(refused[0]?.json()).toMatchObject({ code: 'demasiadas_solicitudes' })
		expect((await shop.logIn('ana@correo.cl')).statusCode).toBe(200)
	})

	it('logs a known browser in while strangers fill the share of its account', async () => {
		const logInWith = (cookie: string) =>
			shop.app.inject({
				method: 'POST',
				url: '/api/token/',
				headers: { cookie },
				payload: { username: 'ana@correo.cl', password: goodPassword },
			})
		const [cookie = ''] = String((await shop.logIn('ana@correo.cl')).headers['set-cookie']).split(';')
		const share = { key: 'otro:ana@correo.cl', maxWaiting: 24 }
		const strangers = Array.from({ length: 2 + share.maxWaiting }, () =>
			hashPassword(goodPassword, { shares: [share] }),
		)
		const answers = await Promise.all([logInWith(''), logInWith(cookie)])
		expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 200])
		await Promise.all(strangers)
	})

	it('logs a customer in after forty logins whose connections were destroyed', async () => {
		const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
		const { port } = new URL(url)
		const abort = async (n: number) => {
			const body = JSON.stringify({ username: `nadie${n}@correo.cl`, password: 'mala-clave-33' })
			const head = `POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
			const socket = connect(Number(port), '127.0.0.1')
			await once(socket, 'connect')
			socket.write(`${head}\r\n\r\n${body}`)
			await wait(10)
			socket.destroy()
		}
		// In parallel, then in sequence: each has exhausted the queue's places once.
		await Promise.all(Array.from({ length: 40 }, (_, n) => abort(n)))
		for (let n = 0; n < 40; n += 1) await abort(n)
		const headers = { 'content-type': 'application/json' }
		const body = JSON.stringify({ username: 'ana@correo.cl', password: goodPassword })
		const answer = await fetch(`${url}/api/token/`, { method: 'POST', headers, body })
		expect(answer.status).toBe(200)
	})

	it('ends the least recently used session when an account opens its 21st', async () => {
		await shop.register('muchas@correo.cl')
		const opened: { access: string }[] = []
		for (let n = 0; n < 22; n += 1) {
			opened.push((await shop.logIn('muchas@correo.cl')).json())
			shop.clock.pass(1)
		}
		const statuses: number[] = []
		for (const { access } of opened) {
			statuses.push((await shop.call('GET', '/api/perfil/', undefined, access)).statusCode)
		}
		expect(statuses).toEqual([401, 401, ...Array(20).fill(200)])
	})

	it('mails staff about a new device, and no customer', async () => {
		await shop.register('jefa@tienda.cl', { first_name: 'Jefa' })
		await shop.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, 'jefa@tienda.cl'))
		shop.mails.length = 0
		const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) <b>Firefox/140</b>' }
		const from = (username: string, cookie: string) =>
			shop.app.inject({
				method: 'POST',
				url: '/api/token/',
				headers: { ...headers, cookie },
				payload: { username, password: goodPassword },
			})
		const first = await from('jefa@tienda.cl', '')
		const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
		expect((await from('jefa@tienda.cl', cookie)).statusCode).toBe(200)
		expect((await from('ana@correo.cl', '')).statusCode).toBe(200)
		expect(shop.mails).toMatchObject([
			{ plantilla: 'dispositivo_nuevo', destinatario: 'jefa@tienda.cl', datos: { dispositivo: 'Firefox en Android' } },
		])
	})

	it('rejects a disabled account, and one with Google as its only login', async () => {
		await shop.register('quieta@correo.cl')
		await shop.db.update(usuarios).set({ is_active: false }).where(eq(usuarios.email, 'quieta@correo.cl'))
		await shop.register('google@correo.cl')
		await shop.db.update(usuarios).set({ password_hash: null }).where(eq(usuarios.email, 'google@correo.cl'))
		for (const email of ['quieta@correo.cl', 'google@correo.cl']) {
			expect((await shop.logIn(email)).json()).toEqual(refused)
		}
	})

	it.each([
		['the password was changed', { password_hash: 'another' }],
		['the account was shut off', { is_active: false }],
	])('opens no session when %s during the comparison', async (_what, change) => {
		const email = `${Object.keys(change)[0]}@correo.cl`
		await shop.register(email)
		const ofAccount = eq(usuarios.email, email)
		const transaction = shop.db.transaction.bind(shop.db)
		const before = await shop.db.select().from(sesiones)
		const meanwhile = vi.spyOn(shop.db, 'transaction').mockImplementation(async (work, config) => {
			await shop.db.update(usuarios).set(change).where(ofAccount)
			return await transaction(work, config)
		})
		const answer = await shop.logIn(email)
		meanwhile.mockRestore()
		expect(answer.json()).toEqual(refused)
		expect((await shop.db.select().from(usuarios).where(ofAccount))[0]).toMatchObject(change)
		expect(await shop.db.select().from(sesiones)).toEqual(before)
	})

	it('takes as long for an unknown address as for a wrong password', async () => {
		const known: number[] = []
		const unknown: number[] = []
		// CPU time, which does not depend on the load of the machine.
		const time = async (username: string, times: number[]) => {
			const start = process.cpuUsage()
			await shop.logIn(username, 'otra contraseña')
			const { user, system } = process.cpuUsage(start)
			times.push(user + system)
		}
		for (let round = 0; round < 15; round += 1) {
			await time('ana@correo.cl', known)
			await time(`nadie${round}@correo.cl`, unknown)
		}
		const median = (times: number[]) => times.toSorted((a, b) => a - b)[7] ?? 0
		const ratio = median(known) / median(unknown)
		expect(ratio).toBeGreaterThan(0.6)
		expect(ratio).toBeLessThan(1.7)
	})
})
