import { variants } from '@premium-shaker/simulators/google/tokens'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitRules } from '#core/contract/limit-rules.ts'
import { createKnownDevices } from '#core/server/http/cookies.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type GoogleLogin, openGoogleLogin } from '#tests/accounts/google-login.ts'
import { goodPassword, openTestAccounts, testKeys } from '#tests/accounts/open-test-accounts.ts'

let google: GoogleLogin
beforeAll(async () => {
	google = await openGoogleLogin()
})
afterAll(() => google.close())

describe('logInWithGoogle', () => {
	it('creates an account from the token, keeps the cart, and finds the account again by its identity', async () => {
		const line = {
			nombre: 'Shaker',
			sku: 'PREM-SHAKER-650',
			imagen: '/a.webp',
			color: 'Negro',
			precio: 29990,
			cantidad: 2,
		}
		const order = { email: 'Camila@gmail.com', name: 'Camila Soto Vera' }
		const answer = await google.signIn(order, {
			email: 'otra@correo.cl',
			nombre: 'Otra',
			carrito: [line, { sku: '\u0000' }],
		})
		expect(answer.statusCode).toBe(200)
		const { access } = answer.json<{ access: string }>()
		const profile = (await google.shop.call('GET', '/api/perfil/', undefined, access)).json()
		expect(profile).toMatchObject({
			email: 'camila@gmail.com',
			nombre: 'Camila',
			apellido: 'Soto Vera',
			carrito: [line],
		})

		const first = await google.accountOf('camila@gmail.com')
		const again = await google.signIn({ email: 'nueva@gmail.com', claims: { sub: first?.google_sub } }, { carrito: [] })
		const seen = await google.shop.call('GET', '/api/perfil/', undefined, again.json<{ access: string }>().access)
		expect(seen.json()).toMatchObject({ email: 'camila@gmail.com', carrito: [line] })
		expect(await google.accountOf('nueva@gmail.com')).toBeUndefined()
	})

	it('does not store a web address as a name, as the holder of the identity chose it', async () => {
		await google.signIn({ email: 'spam@gmail.com', name: 'https://evil.example Entra a evil.com' })
		expect(await google.accountOf('spam@gmail.com')).toMatchObject({ first_name: '', last_name: '' })
		await google.signIn({ email: 'medio@gmail.com', name: 'Camila evil.com' })
		expect(await google.accountOf('medio@gmail.com')).toMatchObject({ first_name: 'Camila', last_name: '' })
	})

	const badVariants = Object.keys(variants).filter((variant) => variant !== 'normal')
	it.each(badVariants)('rejects a token of the kind %s', async (variante) => {
		const answer = await google.signIn({ email: 'forjada@gmail.com', variante })
		expect(answer.statusCode).toBe(401)
		expect(answer.json()).toMatchObject({ code: 'google_invalido', error: 'Error al iniciar sesión con Google ❌' })
		expect(await google.accountOf('forjada@gmail.com')).toBeUndefined()
	})

	it('rejects a body with an e-mail but without a token, or with an invalid one', async () => {
		const { cookie } = await google.aBrowser()
		await google.shop.register('reclamada@correo.cl')
		for (const credential of [undefined, '', 'a.b.c', 'nada']) {
			const answer = await google.send(cookie, {
				email: 'reclamada@correo.cl',
				nombre: 'A',
				apellido: 'B',
				carrito: [],
				credential,
			})
			expect(answer.statusCode).toBe(401)
		}
	})
})

describe('a genuine Google token', () => {
	it('is rejected when it was used already, also by two calls at once', async () => {
		const browser = await google.aBrowser()
		const credential = await google.mint({ email: 'repetida@gmail.com', nonce: browser.nonce })
		const answers = await Promise.all([1, 2, 3].map(() => google.send(browser.cookie, { credential })))
		expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 401, 401])
		expect((await google.send(browser.cookie, { credential })).statusCode).toBe(401)
	})

	it("is rejected when its nonce is expired, missing, or another browser's", async () => {
		const victim = await google.aBrowser()
		const thief = await google.aBrowser()
		const credential = await google.mint({ email: 'copiada@gmail.com', nonce: victim.nonce })
		expect((await google.send(thief.cookie, { credential })).statusCode).toBe(401)
		expect((await google.send('', { credential, nonce: victim.nonce })).statusCode).toBe(401)
		google.shop.clock.pass(3600)
		const late = await google.mint({ email: 'copiada@gmail.com', nonce: victim.nonce })
		expect((await google.send(victim.cookie, { credential: late })).statusCode).toBe(401)
	})

	it.each([
		[-250, 200],
		[250, 200],
		[400, 401],
	])('of a clock %i seconds ahead of the shop’s is answered %i', async (ahead, status) => {
		const { cookie, nonce } = await google.aBrowser()
		const iat = Math.floor(google.shop.clock.now().getTime() / 1000) + ahead
		const claims = { iat, nbf: iat, exp: iat + 3600 }
		const credential = await google.mint({ email: `reloj${ahead}@gmail.com`, nonce, claims })
		expect((await google.send(cookie, { credential })).statusCode).toBe(status)
	})

	it('does not open a disabled account', async () => {
		await google.signIn({ email: 'apagada@gmail.com' })
		await google.shop.db.update(usuarios).set({ is_active: false }).where(eq(usuarios.email, 'apagada@gmail.com'))
		expect((await google.signIn({ email: 'apagada@gmail.com' })).statusCode).toBe(401)
	})
})

describe('an account with Google as its only login', () => {
	const eliminate = (access: string, cookie: string, payload: object) =>
		google.shop.app.inject({
			method: 'POST',
			url: '/api/perfil/eliminar/',
			headers: { cookie, authorization: `Bearer ${access}` },
			payload,
		})

	it('is deleted only after a fresh sign-in of the same identity', async () => {
		const order = { email: 'solo.google@gmail.com' }
		const { access } = (await google.signIn(order)).json<{ access: string }>()
		const browser = await google.aBrowser()
		const otherIdentity = await google.mint({ email: 'otra.persona@gmail.com', nonce: browser.nonce })
		const own = await google.mint({ ...order, nonce: browser.nonce })
		const otherBrowser = await google.aBrowser()
		for (const [cookie, payload] of [
			[browser.cookie, {}],
			[browser.cookie, { password: '' }],
			[browser.cookie, { credential: otherIdentity }],
			[browser.cookie, { credential: await google.mint({ ...order, nonce: browser.nonce, variante: 'llave_ajena' }) }],
			[otherBrowser.cookie, { credential: own }],
		] as const) {
			expect([401, 422]).toContain((await eliminate(access, cookie, payload)).statusCode)
		}
		expect((await eliminate(access, browser.cookie, { credential: own })).statusCode).toBe(204)
		expect(await google.accountOf(order.email)).toBeUndefined()
	})

	it('sets its first password once per fresh sign-in', async () => {
		const order = { email: 'primera.clave@gmail.com' }
		const { access } = (await google.signIn(order)).json<{ access: string }>()
		const browser = await google.aBrowser()
		const payload = { credential: await google.mint({ ...order, nonce: browser.nonce }), new_password: goodPassword }
		const change = (token: string) =>
			google.shop.app.inject({
				method: 'POST',
				url: '/api/perfil/clave/',
				headers: { cookie: browser.cookie, authorization: `Bearer ${token}` },
				payload,
			})
		const changed = await change(access)
		expect(changed.statusCode).toBe(200)
		expect((await change(changed.json<{ access: string }>().access)).json()).toMatchObject({ code: 'google_invalido' })
		expect((await google.shop.logIn(order.email)).statusCode).toBe(200)
	})
})

it("returns google_no_responde when Google's keys cannot be fetched", async () => {
	const other = await openTestAccounts({
		google: { ...google.config, jwksUrl: 'http://127.0.0.1:9/certs' },
	})
	const payload = { credential: await google.mint({ email: 'a@gmail.com', nonce: 'x' }) }
	const answer = await other.app.inject({ method: 'POST', url: '/api/login-google/', payload })
	expect(answer.statusCode).toBe(502)
	expect(answer.json()).toMatchObject({ code: 'google_no_responde' })
	await other.close()
})

it('reports no button when Google is switched off', async () => {
	const other = await openTestAccounts()
	expect((await other.call('GET', '/api/login-google/nonce')).json()).toMatchObject({ disponible: false })
	expect((await other.call('POST', '/api/login-google', { credential: 'x' })).statusCode).toBe(401)
	await other.close()
})

it('counts nothing for the account that an unverified credential names', async () => {
	const strict = await openTestAccounts({ google: google.config, limitScale: 1 })
	await strict.register('nombrada@correo.cl')
	const { cookie, nonce } = await google.aBrowser(strict)
	const foreign = await google.mint({ nonce, email: 'nombrada@correo.cl', variante: 'llave_ajena' })
	const [head, claims] = foreign.split('.')
	for (let n = 0; n <= limitRules.login_minuto.perAccount; n += 1) {
		const credential = n % 2 === 0 ? foreign : `${head}.${claims}.`
		expect((await google.send(cookie, { credential, password: 'mala' }, strict)).statusCode).toBe(401)
	}
	expect((await strict.logIn('nombrada@correo.cl')).statusCode).toBe(200)
	await strict.close()
})

it('marks the browser as known to the account, not to the address of its Google identity', async () => {
	const email = 'cuenta@gmail.com'
	await google.signIn({ email })
	const known = await google.accountOf(email)
	const answer = await google.signIn({ email: 'identidad@gmail.com', claims: { sub: known?.google_sub } })
	const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
	const devices = createKnownDevices(testKeys, false)
	const request = { headers: { cookie } }
	expect(devices.nameOf(request, email)).toBeDefined()
	expect(devices.nameOf(request, 'identidad@gmail.com')).toBeUndefined()
})

it('counts a password sent along with Google as a guess at the account', async () => {
	const strict = await openTestAccounts({ google: google.config, limitScale: 1 })
	await strict.register('blanco@correo.cl')
	const statuses: number[] = []
	for (let guess = 0; guess <= limitRules.login.perAccountAndAddress; guess++) {
		const { cookie, nonce } = await google.aBrowser(strict)
		// Of the strict shop's clock, as only a verified credential counts.
		const iat = Math.floor(strict.clock.now().getTime() / 1000)
		const claims = { iat, nbf: iat, exp: iat + 3600 }
		const credential = await google.mint({ nonce, email: 'blanco@correo.cl', claims })
		statuses.push((await google.send(cookie, { credential, password: `mala ${guess}` }, strict)).statusCode)
	}
	expect(statuses).toEqual([...Array(limitRules.login.perAccountAndAddress).fill(401), 429])
	await strict.close()
})
