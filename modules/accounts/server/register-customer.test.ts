import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failures } from '#core/contract/failure.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hasWebAddress, refuseName } from '#modules/accounts/server/log-in.ts'
import { policyVersion } from '#modules/legal/policy-version.ts'
import { openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

describe('registration', () => {
	let shop: Awaited<ReturnType<typeof openTestAccounts>>
	beforeAll(async () => {
		shop = await openTestAccounts()
	})
	afterAll(() => shop.close())

	const accountOf = async (email: string) => {
		const [account] = await shop.db.select().from(usuarios).where(eq(usuarios.email, email))
		return account
	}

	describe('registerCustomer', () => {
		it('rejects a denied consent beside valid fields, and creates no account', async () => {
			const refused = await shop.register('niega@correo.cl', { consentimiento: false })
			expect([refused.statusCode, refused.json().code]).toEqual([422, 'consentimiento_requerido'])
			expect((await shop.logIn('niega@correo.cl')).statusCode).toBe(401)
		})

		it('creates an account and returns it', async () => {
			const answer = await shop.register('Nueva@Correo.cl')
			expect(answer.statusCode).toBe(201)
			expect(answer.json()).toEqual({ message: 'Registro exitoso' })
			const account = await accountOf('nueva@correo.cl')
			expect(account).toMatchObject({ first_name: 'Ana', last_name: 'Rojas', consentimiento_at: null })
			expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
		})

		it('rejects an address that has an account, in any case of its letters', async () => {
			await shop.register('doble@correo.cl')
			const answer = await shop.register('DOBLE@correo.cl')
			expect(answer.statusCode).toBe(409)
			expect(answer.json()).toMatchObject({ code: 'correo_registrado' })
		})

		it('creates one account when the same address registers many times at once', async () => {
			const answers = await Promise.all(Array.from({ length: 4 }, () => shop.register('carrera@correo.cl')))
			const statuses = answers.map((answer) => answer.statusCode).toSorted()
			expect(statuses).toEqual([201, 409, 409, 409])
		})

		it('ignores fields that a customer may not set', async () => {
			const extra = { is_staff: true, is_superuser: true, is_active: false, id: 1, email_verified_at: '2020-01-01' }
			await shop.register('lista@correo.cl', extra)
			expect(await accountOf('lista@correo.cl')).toMatchObject({
				is_staff: false,
				is_superuser: false,
				is_active: true,
				email_verified_at: null,
			})
		})

		it('stores when and to which policy the customer agreed', async () => {
			await shop.register('acuerdo@correo.cl', { consentimiento: true })
			expect(await accountOf('acuerdo@correo.cl')).toMatchObject({
				consentimiento_at: shop.clock.now(),
				consentimiento_version: policyVersion,
			})
		})

		it.each([
			[{ password: '1234567' }, 422, 'La contraseña debe tener al menos 8 caracteres.'],
			[{ password: 'a'.repeat(129) }, 422, 'La contraseña debe tener como máximo 128 caracteres.'],
			[{ password: 'password' }, 422, failures.clave_comun.text],
			[{ password: 'Rojas2026' }, 422, failures.clave_comun.text],
			[{ email: 'no es un correo' }, 422, 'Ingresa un correo válido.'],
		])('names the invalid field in %j', async (extra, status, text) => {
			const answer = await shop.register('mala@correo.cl', extra)
			expect(answer.statusCode).toBe(status)
			expect(answer.json()).toMatchObject({ error: text })
		})

		it.each([
			{ first_name: '' },
			{ first_name: '   ' },
			{ last_name: '' },
			{ password: '' },
			{ first_name: 'Ana\u0000' },
			{ first_name: 7 },
			{ password: null },
			{ email: ['a@b.cl'] },
		])('rejects the malformed %j', async (extra) => {
			expect((await shop.register('mala@correo.cl', extra)).statusCode).toBe(400)
		})

		it('accepts a password of any script', async () => {
			await shop.register('clave@correo.cl', { password: 'пароль密码🔑🔑' })
			expect((await shop.logIn('clave@correo.cl', 'пароль密码🔑🔑')).statusCode).toBe(200)
		})
	})
})

describe('refuseName', () => {
	it.each([
		'premiumshaker-panel punto com',
		'Ana (dot) evil',
		'evil . com',
		'evil. com',
		'evil,com',
		'evil , com',
		'evil, com',
		'evil·com',
		'evil\u0589com',
		'http//evil',
		'[::1]/x',
		'localhost:3000',
		'localhost/x',
		'Llama al +56 9 1234 5678',
		'Ana 912345678',
		'Ana ９１２３４５６７８',
	])('rejects %j, which leads away', (name) => {
		expect(refuseName(name)).toMatchObject({ failure: 'texto_con_enlace' })
	})

	it.each([
		'Ana María',
		"O'Higgins",
		'J. R. R.',
		'María-José',
		'Ñuñoa',
		'M. de la Cruz',
		'Rojas, Ana',
		'Soto , Juan',
		'Ma. Paz',
		'Marcel·la',
		'Juan Carlos 2',
		'Luis XIV',
		'Dot',
		'Punto',
		'Ana/Pedro',
		'Ana (Anita)',
		'محمد',
	])('accepts %j', (name) => expect(refuseName(name)).toBeUndefined())
})

describe('a web address in a name', () => {
	describe('hasWebAddress', () => {
		it.each([
			'tu pago fue rechazado, entra a https://premium-shaker.xyz',
			'HTTP://evil.example',
			'www.evil.example',
			'Entra a evil.com',
			'Ana Premium-Shaker.cl/pago',
			'paga en bit.ly/abc',
			'ｅｖｉｌ．ｃｏｍ',
			'evil。com',
			'evil｡com',
			'escribe a pagos@evil.example',
			'entra a premiumshaker-panel.zip/login',
			't.me/shaker',
			'x.com/shaker',
			'shaker.pro',
			'premium.pe',
			'youtu.be/abc',
			'bit.do/abc',
			'192.0.2.7/login',
			'evil\u200b.com',
			'evil.c\u00adom',
			'\u202emoc.live\u202c evil.com',
			'evil.cοm',
			'еvil.com',
			'evil[.]com',
			'evil (punto) com',
			'ñandu.cl',
			'evil.co.uk',
			'a.github.io',
			'evil.com:8080',
			'(evil.com)',
			'evil.com.',
			'¡evil.com!',
			'av.la/pago',
		])('finds a web address in %j', (text) => expect(hasWebAddress(text)).toBe(true))

		it.each([
			'Ana',
			'José',
			"D'Angelo-Núñez Jr.",
			'María-José',
			'Jr.',
			'O. Pérez',
			'J.P. Morgan',
			'St. John',
			'👩‍👧 Ana',
			'محمد',
			'Ma.de los Ángeles',
			'Иван Петров',
			'Av.Providencia 1234, depto. 501',
			'Av.La Dehesa 1234',
			'Pje. Los Aromos 12, Of.304',
			'José M. Caro 77 (casa 2)',
			'Cl. 5 Norte 1020',
			'Camino a Melipilla km 12.5',
			'Sta.Isabel 0450-B, torre A.',
			'4.860',
		])('finds none in %j', (text) => expect(hasWebAddress(text)).toBe(false))
	})
})
