import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResetLinks } from '#modules/accounts/server/sessions.ts'
import { type GoogleLogin, openGoogleLogin } from '#tests/accounts/google-login.ts'
import { goodPassword, testKeys } from '#tests/accounts/open-test-accounts.ts'

let google: GoogleLogin
beforeAll(async () => {
	google = await openGoogleLogin()
})
afterAll(() => google.close())

describe('an existing account with a password', () => {
	it('is not opened by a matching address alone: the password is required once, with the same token', async () => {
		const { email } = await google.shop.aCustomer('valentina@correo.example')
		const browser = await google.aBrowser()
		const credential = await google.mint({ email, nonce: browser.nonce })
		const requested = await google.send(browser.cookie, { credential })
		expect(requested.statusCode).toBe(409)
		expect(requested.json()).toMatchObject({ code: 'google_requiere_clave' })

		const wrong = await google.send(browser.cookie, { credential, password: 'otra contraseña' })
		expect(wrong.statusCode).toBe(401)
		expect(wrong.json()).toMatchObject({ code: 'credenciales_invalidas' })
		expect((await google.send(browser.cookie, { credential, password: goodPassword })).statusCode).toBe(200)
		expect((await google.signIn({ email })).statusCode).toBe(200)
		expect((await google.shop.logIn(email)).statusCode).toBe(200)
	})

	it('requires the password when its address was never verified, even if Google hosts the mailbox', async () => {
		await google.shop.register('previa@gmail.com')
		expect((await google.signIn({ email: 'previa@gmail.com' })).statusCode).toBe(409)
		await google.shop.register('previa@empresa.example')
		expect((await google.signIn({ email: 'previa@empresa.example', hd: 'empresa.example' })).statusCode).toBe(409)
	})

	it('ends its sessions when it was never verified and is linked', async () => {
		const ana = await google.shop.aCustomer('secuestro@gmail.com')
		expect((await google.signIn({ email: ana.email }, { password: goodPassword })).statusCode).toBe(200)
		expect((await google.shop.call('GET', '/api/perfil/', undefined, ana.access)).statusCode).toBe(401)
	})

	it('is linked without a password when Google hosts the mailbox and the shop verified it', async () => {
		const ana = await google.shop.aCustomer('avalada@gmail.com')
		await google.verify(ana.email)
		expect((await google.signIn({ email: ana.email })).statusCode).toBe(200)
		expect((await google.shop.call('GET', '/api/perfil/', undefined, ana.access)).statusCode).toBe(200)
		expect((await google.accountOf(ana.email))?.google_sub).toMatch(/^\d{21}$/)
	})

	it('requires the password when Google does not host its mailbox, or another identity is linked', async () => {
		await google.shop.register('ajena@correo.example')
		await google.verify('ajena@correo.example')
		expect((await google.signIn({ email: 'ajena@correo.example' })).statusCode).toBe(409)
		await google.signIn({ email: 'heredada@empresa.example', hd: 'empresa.example' })
		const successor = {
			email: 'heredada@empresa.example',
			hd: 'empresa.example',
			claims: { sub: '199999999999999999999' },
		}
		expect((await google.signIn(successor)).statusCode).toBe(409)
	})
})

describe('an identity whose address Google does not host', () => {
	/** Sets a new password by the mailed link, which only the mailbox's owner can open. */
	async function proveMailbox(email: string) {
		await google.shop.call('POST', '/api/auth/password-reset/', { email })
		const id = String(google.shop.mails.at(-1)?.datos.recuperacion_id)
		const [, , uid, token] = new URL(createResetLinks(testKeys, 'http://localhost').linkOf(id)).pathname.split('/')
		const proof = { uid, token, new_password: goodPassword }
		expect((await google.shop.call('POST', '/api/auth/password-reset/confirm/', proof)).statusCode).toBe(200)
	}

	it('loses the account that it opened to the owner of the mailbox, until it shows the password', async () => {
		const email = 'antes-de-otra@correo.example'
		expect((await google.signIn({ email })).statusCode).toBe(200)
		await proveMailbox(email)
		expect((await google.signIn({ email })).statusCode).toBe(409)
		expect((await google.signIn({ email }, { password: goodPassword })).statusCode).toBe(200)
	})

	it('proves no address when it is linked', async () => {
		const { email } = await google.shop.aCustomer('sin-probar@correo.example')
		expect((await google.signIn({ email }, { password: goodPassword })).statusCode).toBe(200)
		expect((await google.accountOf(email))?.email_verified_at).toBeNull()
		await proveMailbox(email)
		expect((await google.signIn({ email })).statusCode).toBe(409)
	})

	it('stays linked with an account whose address was proved before', async () => {
		const { email } = await google.shop.aCustomer('ya-probada@correo.example')
		await google.verify(email)
		expect((await google.signIn({ email }, { password: goodPassword })).statusCode).toBe(200)
		await proveMailbox(email)
		expect((await google.signIn({ email })).statusCode).toBe(200)
	})
})
