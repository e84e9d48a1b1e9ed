import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { limites } from '#core/server/http/tables.ts'
import { purgeOldLogins } from '#modules/accounts/server/purge-accounts.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'
import { openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

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
