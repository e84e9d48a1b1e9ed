import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { purgeOldLogins } from '#modules/accounts/server/purge-accounts.ts'
import { aPastOrder } from '#tests/accounts/a-past-order.ts'
import { openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

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
