import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limites } from '#core/server/http/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { ensureFirstStaff, purgeOldLogins } from '#modules/accounts/server/accounts.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'
import { aPastOrder } from '#tests/accounts/a-past-order.ts'
import { openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

describe('the first staff account', () => {
	let shop: Awaited<ReturnType<typeof openTestAccounts>>
	beforeAll(async () => {
		shop = await openTestAccounts()
	})
	afterAll(() => shop.close())

	const staff = () => shop.db.select().from(usuarios).where(eq(usuarios.is_staff, true))

	it('rejects an invalid address or password', async () => {
		await expect(ensureFirstStaff(shop.db, { email: 'nada', password: 'larga y segura' })).rejects.toThrow(/e-mail/)
		await expect(ensureFirstStaff(shop.db, { email: 'jefa@tienda.cl', password: 'corta' })).rejects.toThrow(/password/)
	})

	it("promotes an account that another person registered first, with the operator's password and no old session", async () => {
		const early = await shop.aCustomer('jefa@tienda.cl')
		expect(await ensureFirstStaff(shop.db, { email: 'Jefa@Tienda.cl', password: 'del operador' })).toMatchObject({
			created: true,
		})
		expect(await staff()).toMatchObject([{ email: 'jefa@tienda.cl', is_superuser: true }])
		expect((await shop.call('GET', '/api/solo-staff/', undefined, early.access)).statusCode).toBe(401)
		expect((await shop.logIn('jefa@tienda.cl')).statusCode).toBe(401)
		const { access } = (await shop.logIn('jefa@tienda.cl', 'del operador')).json<{ access: string }>()
		expect((await shop.call('GET', '/api/solo-staff/', undefined, access)).statusCode).toBe(200)
	})

	it('does nothing when there is an active staff account, whatever its address', async () => {
		const again = await ensureFirstStaff(shop.db, { email: 'jefa@tienda.cl', password: 'otra del operador' })
		expect(again).toMatchObject({ created: false })
		expect((await shop.logIn('jefa@tienda.cl', 'del operador')).statusCode).toBe(200)
		expect(await ensureFirstStaff(shop.db, { email: 'otro@tienda.cl', password: 'otra del operador' })).toMatchObject({
			created: false,
		})
		expect(await staff()).toHaveLength(1)
	})
})

describe('old logins', () => {
	it('deletes rows that ended a week ago and keeps the valid ones', async () => {
		const shop = await openTestAccounts()
		const ana = await shop.aCustomer('ana@correo.cl')
		const ended = await shop.aCustomer('ana@correo.cl')
		await shop.call('POST', '/api/token/logout', { refresh: ended.refresh })
		await shop.call('POST', '/api/auth/password-reset', { email: ana.email })

		shop.clock.pass(6 * 86_400)
		await purgeOldLogins(shop.db, shop.clock.now())
		expect(await shop.db.select().from(sesiones)).toHaveLength(2)
		expect(await shop.db.select().from(recuperaciones)).toHaveLength(1)

		shop.clock.pass(2 * 86_400)
		await purgeOldLogins(shop.db, shop.clock.now())
		const [id] = ana.refresh.split('.')
		expect(await shop.db.select({ id: sesiones.id }).from(sesiones)).toEqual([{ id }])
		expect(await shop.db.select().from(recuperaciones)).toEqual([])
		expect(await shop.db.select().from(limites).where(eq(limites.cuenta, 1))).toEqual([])
		await shop.close()
	})
})

describe('unused accounts', () => {
	it('deletes an unproved, unused account, and none with proof, order, rights or a recent session', async () => {
		const shop = await openTestAccounts()
		const change = (email: string, values: Partial<typeof usuarios.$inferInsert>) =>
			shop.db.update(usuarios).set(values).where(eq(usuarios.email, email))
		const names = ['nunca', 'probada', 'leida', 'compra', 'equipo', 'reciente']
		for (const name of names) await shop.register(`${name}@correo.cl`)
		await change('probada@correo.cl', { email_verified_at: shop.clock.now() })
		await change('leida@correo.cl', { correo_leido_at: shop.clock.now() })
		await aPastOrder(shop.db, 'compra@correo.cl', { estado: 'fallida' })
		await change('equipo@correo.cl', { is_staff: true })
		await shop.logIn('nunca@correo.cl')
		const left = async () => {
			await purgeOldLogins(shop.db, shop.clock.now())
			const rows = await shop.db.select({ email: usuarios.email }).from(usuarios).orderBy(usuarios.id)
			return rows.map(({ email }) => email.split('@')[0])
		}

		shop.clock.pass(29 * 86_400)
		expect(await left()).toEqual(names)
		await shop.logIn('reciente@correo.cl')
		shop.clock.pass(2 * 86_400)
		expect(await left()).toEqual(['probada', 'leida', 'compra', 'equipo', 'reciente'])
		await shop.close()
	})
})
