import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failures } from '#core/contract/failure.ts'
import { usuarios } from '#core/server/users/tables.ts'
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
