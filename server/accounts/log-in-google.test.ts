import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { googleAddresses } from '#server/accounts/google-identity.ts'
import { createResetLinks } from '#server/accounts/reset-links.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { googleSimulator } from '#simulators/google/google.ts'
import { variants } from '#simulators/google/tokens.ts'
import { goodPassword, openTestAccounts, testKeys } from '#tests/accounts/open-test-accounts.ts'

const clientId = 'tienda.apps.googleusercontent.com'
let google: FastifyInstance
let googleUrl: string
let shop: Awaited<ReturnType<typeof openTestAccounts>>

beforeAll(async () => {
	google = Fastify()
	await google.register(
		googleSimulator({ dataDir: mkdtempSync(join(tmpdir(), 'google-')), clock: () => shop.clock.now() }),
	)
	const address = await google.listen({ host: '127.0.0.1', port: 0 })
	googleUrl = address
	const jwksUrl = `${address}/oauth2/v3/certs`
	shop = await openTestAccounts({ google: { clientId, jwksUrl, scriptUrl: googleAddresses.scriptUrl } })
})
afterAll(async () => {
	await shop.close()
	await google.close()
})

/** A browser that has drawn the button: its cookie, and the nonce it was given. */
async function aBrowser() {
	const answer = await shop.call('GET', '/api/login-google/nonce/')
	const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
	return { cookie, nonce: answer.json<{ nonce: string }>().nonce }
}

async function mint(order: object): Promise<string> {
	const answer = await google.inject({ method: 'POST', url: '/_token', payload: { client_id: clientId, ...order } })
	return answer.json<{ credential: string }>().credential
}

const send = (cookie: string, payload: object) =>
	shop.app.inject({ method: 'POST', url: '/api/login-google/', headers: { cookie }, payload })

/** The whole way of a person: button, chooser, login. */
async function signIn(order: object, body: object = {}) {
	const browser = await aBrowser()
	return await send(browser.cookie, { credential: await mint({ nonce: browser.nonce, ...order }), ...body })
}

const accountOf = async (email: string) => {
	const [account] = await shop.db.select().from(usuarios).where(eq(usuarios.email, email))
	return account
}
const verify = (email: string) =>
	shop.db.update(usuarios).set({ email_verified_at: shop.clock.now() }).where(eq(usuarios.email, email))

describe('signing in with Google', () => {
	it('makes an account from the token, keeps the cart, and finds the account again by its identity', async () => {
		const line = {
			nombre: 'Shaker',
			sku: 'PREM-SHAKER-650',
			imagen: '/a.webp',
			color: 'Negro',
			precio: 29990,
			cantidad: 2,
		}
		const order = { email: 'Camila@gmail.com', name: 'Camila Soto Vera' }
		const answer = await signIn(order, { email: 'otra@correo.cl', nombre: 'Otra', carrito: [line, { sku: '\u0000' }] })
		expect(answer.statusCode).toBe(200)
		const { access } = answer.json<{ access: string }>()
		const profile = (await shop.call('GET', '/api/perfil/', undefined, access)).json()
		expect(profile).toMatchObject({
			email: 'camila@gmail.com',
			nombre: 'Camila',
			apellido: 'Soto Vera',
			carrito: [line],
		})

		const first = await accountOf('camila@gmail.com')
		const again = await signIn({ email: 'nueva@gmail.com', claims: { sub: first?.google_sub } }, { carrito: [] })
		const seen = await shop.call('GET', '/api/perfil/', undefined, again.json<{ access: string }>().access)
		expect(seen.json()).toMatchObject({ email: 'camila@gmail.com', carrito: [line] })
		expect(await accountOf('nueva@gmail.com')).toBeUndefined()
	})

	it('takes no address of the web for a name: whoever made the identity chose it', async () => {
		await signIn({ email: 'spam@gmail.com', name: 'https://evil.example Entra a evil.com' })
		expect(await accountOf('spam@gmail.com')).toMatchObject({ first_name: '', last_name: '' })
		await signIn({ email: 'medio@gmail.com', name: 'Camila evil.com' })
		expect(await accountOf('medio@gmail.com')).toMatchObject({ first_name: 'Camila', last_name: '' })
	})

	const badVariants = Object.keys(variants).filter((variant) => variant !== 'normal')
	it.each(badVariants)('refuses a token of the kind %s', async (variante) => {
		const answer = await signIn({ email: 'forjada@gmail.com', variante })
		expect(answer.statusCode).toBe(401)
		expect(answer.json()).toMatchObject({ code: 'google_invalido', error: 'Error al iniciar sesión con Google ❌' })
		expect(await accountOf('forjada@gmail.com')).toBeUndefined()
	})

	it('refuses a body that claims an e-mail without a token, or with one that is none', async () => {
		const { cookie } = await aBrowser()
		await shop.register('reclamada@correo.cl')
		for (const credential of [undefined, '', 'a.b.c', 'nada']) {
			const answer = await send(cookie, {
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

describe('a genuine token', () => {
	it('is refused when it was used already, also by two calls at once', async () => {
		const browser = await aBrowser()
		const credential = await mint({ email: 'repetida@gmail.com', nonce: browser.nonce })
		const answers = await Promise.all([1, 2, 3].map(() => send(browser.cookie, { credential })))
		expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 401, 401])
		expect((await send(browser.cookie, { credential })).statusCode).toBe(401)
	})

	it('is refused when its nonce was made for another browser, or for none, or too long ago', async () => {
		const victim = await aBrowser()
		const thief = await aBrowser()
		const credential = await mint({ email: 'copiada@gmail.com', nonce: victim.nonce })
		expect((await send(thief.cookie, { credential })).statusCode).toBe(401)
		expect((await send('', { credential, nonce: victim.nonce })).statusCode).toBe(401)
		shop.clock.pass(3600)
		const late = await mint({ email: 'copiada@gmail.com', nonce: victim.nonce })
		expect((await send(victim.cookie, { credential: late })).statusCode).toBe(401)
	})

	it.each([
		[-250, 200],
		[250, 200],
		[400, 401],
	])('of a clock that is %i seconds ahead of the shop’s is answered %i', async (ahead, status) => {
		const { cookie, nonce } = await aBrowser()
		const iat = Math.floor(shop.clock.now().getTime() / 1000) + ahead
		const claims = { iat, nbf: iat, exp: iat + 3600 }
		const credential = await mint({ email: `reloj${ahead}@gmail.com`, nonce, claims })
		expect((await send(cookie, { credential })).statusCode).toBe(status)
	})

	it('does not open an account that was shut off', async () => {
		await signIn({ email: 'apagada@gmail.com' })
		await shop.db.update(usuarios).set({ is_active: false }).where(eq(usuarios.email, 'apagada@gmail.com'))
		expect((await signIn({ email: 'apagada@gmail.com' })).statusCode).toBe(401)
	})
})

describe('an account that exists with a password', () => {
	it('is not opened by a matching address alone: the password is asked for once, with the same token, and then never again', async () => {
		const { email } = await shop.aCustomer('valentina@correo.example')
		const browser = await aBrowser()
		const credential = await mint({ email, nonce: browser.nonce })
		const asked = await send(browser.cookie, { credential })
		expect(asked.statusCode).toBe(409)
		expect(asked.json()).toMatchObject({ code: 'google_requiere_clave' })

		const wrong = await send(browser.cookie, { credential, password: 'otra contraseña' })
		expect(wrong.statusCode).toBe(401)
		expect(wrong.json()).toMatchObject({ code: 'credenciales_invalidas' })
		expect((await send(browser.cookie, { credential, password: goodPassword })).statusCode).toBe(200)
		expect((await signIn({ email })).statusCode).toBe(200)
		expect((await shop.logIn(email)).statusCode).toBe(200)
	})

	it('asks for the password when the shop never verified the address, even if Google hosts the mailbox', async () => {
		await shop.register('previa@gmail.com')
		expect((await signIn({ email: 'previa@gmail.com' })).statusCode).toBe(409)
		await shop.register('previa@empresa.example')
		expect((await signIn({ email: 'previa@empresa.example', hd: 'empresa.example' })).statusCode).toBe(409)
	})

	it('ends the sessions of an account that was never verified when it is joined', async () => {
		const ana = await shop.aCustomer('secuestro@gmail.com')
		expect((await signIn({ email: ana.email }, { password: goodPassword })).statusCode).toBe(200)
		expect((await shop.call('GET', '/api/perfil/', undefined, ana.access)).statusCode).toBe(401)
	})

	it('is joined without asking when Google answers for the address and the shop verified it', async () => {
		const ana = await shop.aCustomer('avalada@gmail.com')
		await verify(ana.email)
		expect((await signIn({ email: ana.email })).statusCode).toBe(200)
		expect((await shop.call('GET', '/api/perfil/', undefined, ana.access)).statusCode).toBe(200)
		expect((await accountOf(ana.email))?.google_sub).toMatch(/^\d{21}$/)
	})

	it('asks when the address was verified but Google does not host it, or another identity is joined', async () => {
		await shop.register('ajena@correo.example')
		await verify('ajena@correo.example')
		expect((await signIn({ email: 'ajena@correo.example' })).statusCode).toBe(409)
		await signIn({ email: 'heredada@empresa.example', hd: 'empresa.example' })
		const successor = {
			email: 'heredada@empresa.example',
			hd: 'empresa.example',
			claims: { sub: '199999999999999999999' },
		}
		expect((await signIn(successor)).statusCode).toBe(409)
	})
})

describe('an identity whose address Google does not host', () => {
	/** The password is chosen anew by the link in a mail: only who reads the address's mail can. */
	async function proveMailbox(email: string) {
		await shop.call('POST', '/api/auth/password-reset/', { email })
		const id = String(shop.mails.at(-1)?.datos.recuperacion_id)
		const [, , uid, token] = new URL(createResetLinks(testKeys, 'http://localhost').linkOf(id)).pathname.split('/')
		const proof = { uid, token, new_password: goodPassword }
		expect((await shop.call('POST', '/api/auth/password-reset/confirm/', proof)).statusCode).toBe(200)
	}

	it('loses the account that it opened to who proves to read the mail, until it shows the password', async () => {
		const email = 'antes-de-otra@correo.example'
		expect((await signIn({ email })).statusCode).toBe(200)
		await proveMailbox(email)
		expect((await signIn({ email })).statusCode).toBe(409)
		expect((await signIn({ email }, { password: goodPassword })).statusCode).toBe(200)
	})

	it('proves no address by being joined with an account', async () => {
		const { email } = await shop.aCustomer('sin-probar@correo.example')
		expect((await signIn({ email }, { password: goodPassword })).statusCode).toBe(200)
		expect((await accountOf(email))?.email_verified_at).toBeNull()
		await proveMailbox(email)
		expect((await signIn({ email })).statusCode).toBe(409)
	})

	it('stays joined with an account whose address was proved before', async () => {
		const { email } = await shop.aCustomer('ya-probada@correo.example')
		await verify(email)
		expect((await signIn({ email }, { password: goodPassword })).statusCode).toBe(200)
		await proveMailbox(email)
		expect((await signIn({ email })).statusCode).toBe(200)
	})
})

describe('an account that only opens with Google', () => {
	const eliminate = (access: string, cookie: string, payload: object) =>
		shop.app.inject({
			method: 'POST',
			url: '/api/perfil/eliminar/',
			headers: { cookie, authorization: `Bearer ${access}` },
			payload,
		})

	it('is deleted after a fresh sign-in of the same identity, and after nothing less', async () => {
		const order = { email: 'solo.google@gmail.com' }
		const { access } = (await signIn(order)).json<{ access: string }>()
		const browser = await aBrowser()
		const stranger = await mint({ email: 'otra.persona@gmail.com', nonce: browser.nonce })
		const own = await mint({ ...order, nonce: browser.nonce })
		const otherBrowser = await aBrowser()
		for (const [cookie, payload] of [
			[browser.cookie, {}],
			[browser.cookie, { password: '' }],
			[browser.cookie, { credential: stranger }],
			[browser.cookie, { credential: await mint({ ...order, nonce: browser.nonce, variante: 'llave_ajena' }) }],
			[otherBrowser.cookie, { credential: own }],
		] as const) {
			expect([401, 422]).toContain((await eliminate(access, cookie, payload)).statusCode)
		}
		expect((await eliminate(access, browser.cookie, { credential: own })).statusCode).toBe(204)
		expect(await accountOf(order.email)).toBeUndefined()
	})

	it('chooses its first password after a fresh sign-in, once for each', async () => {
		const order = { email: 'primera.clave@gmail.com' }
		const { access } = (await signIn(order)).json<{ access: string }>()
		const browser = await aBrowser()
		const payload = { credential: await mint({ ...order, nonce: browser.nonce }), new_password: goodPassword }
		const change = (token: string) =>
			shop.app.inject({
				method: 'POST',
				url: '/api/perfil/clave/',
				headers: { cookie: browser.cookie, authorization: `Bearer ${token}` },
				payload,
			})
		const changed = await change(access)
		expect(changed.statusCode).toBe(200)
		expect((await change(changed.json<{ access: string }>().access)).statusCode).toBe(422)
		expect((await shop.logIn(order.email)).statusCode).toBe(200)
	})
})

it('tells that Google does not answer when its keys cannot be fetched', async () => {
	const other = await openTestAccounts({
		google: { clientId, jwksUrl: 'http://127.0.0.1:9/certs', scriptUrl: googleAddresses.scriptUrl },
	})
	const payload = { credential: await mint({ email: 'a@gmail.com', nonce: 'x' }) }
	const answer = await other.app.inject({ method: 'POST', url: '/api/login-google/', payload })
	expect(answer.statusCode).toBe(502)
	expect(answer.json()).toMatchObject({ code: 'google_no_responde' })
	await other.close()
})

it('says that there is no button where Google is switched off', async () => {
	const other = await openTestAccounts()
	expect((await other.call('GET', '/api/login-google/nonce')).json()).toMatchObject({ disponible: false })
	expect((await other.call('POST', '/api/login-google', { credential: 'x' })).statusCode).toBe(401)
	await other.close()
})

it('a password sent along with Google is a guess like any other, counted for the account', async () => {
	const config = { clientId, jwksUrl: `${googleUrl}/oauth2/v3/certs`, scriptUrl: googleAddresses.scriptUrl }
	const strict = await openTestAccounts({ google: config, limitScale: 1 })
	await strict.register('blanco@correo.cl')
	const statuses: number[] = []
	for (let guess = 0; guess < 11; guess++) {
		const drawn = await strict.call('GET', '/api/login-google/nonce/')
		const cookie = String(drawn.headers['set-cookie']).split(';')[0] ?? ''
		const credential = await mint({ nonce: drawn.json<{ nonce: string }>().nonce, email: 'blanco@correo.cl' })
		const payload = { credential, password: `mala ${guess}` }
		const answer = await strict.app.inject({ method: 'POST', url: '/api/login-google/', headers: { cookie }, payload })
		statuses.push(answer.statusCode)
	}
	expect(statuses).toEqual([...Array(10).fill(401), 429])
	await strict.close()
})
