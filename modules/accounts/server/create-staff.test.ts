import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { ensureFirstStaff } from '#modules/accounts/server/create-staff.ts'
import { openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

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
