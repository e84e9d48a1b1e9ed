import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxPushDevices } from '#core/rules/limits.ts'
import { type OpenDatabase, openPostgres } from '#core/server/db/database.ts'
import { openVapidKeys } from '#modules/push/server/vapid-keys.ts'
import { avisos, llavesPush, suscripcionesPush } from '#modules/push/tables.ts'
import { watchLateStops } from '#modules/rounds/server/delivery-mails.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { pushSimulator } from '#tests/push-helpers.ts'
import { roundCalls } from '#tests/round-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

// The embedded database has one connection; only a server shows real concurrency.
let postgres: PostgresServer
let database: OpenDatabase
let shop: TestShop
let boss: StaffCalls

beforeAll(async () => {
	postgres = await startPostgres()
	database = await openPostgres(await postgres.createDatabase('avisos'), () => {})
	shop = await openTestShop({ database })
	boss = await theBoss(shop)
})
afterAll(async () => {
	await shop.stop()
	await postgres.stop()
})

it('processes that start in parallel for the first time create one pair of push keys', async () => {
	await database.db.delete(llavesPush)
	const secrets = ['un secreto de treinta y dos letras'] as const
	const open = () => openVapidKeys({ db: database.db, secrets, log: { warn: () => {} }, given: undefined })
	const pairs = await Promise.all(Array.from({ length: 8 }, open))
	expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1)
})

it('a late delivery found by every process at once is notified once', async () => {
	const rounds = roundCalls(shop, boss, await aCustomer(shop, 'Ana'))
	const order = await rounds.toBring(0)
	await rounds.leave(await rounds.plan(order))
	await pushSimulator(shop).aPhone(boss)
	shop.clock.advanceMinutes(180)
	await Promise.all(Array.from({ length: 6 }, () => watchLateStops(shop.payments)))
	expect(await database.db.$count(avisos, eq(avisos.tipo, 'ronda_atrasada'))).toBe(1)
	await database.db.delete(suscripcionesPush)
})

it('devices added in parallel stay within the limit of one person', async () => {
	const staff = await theBoss(shop)
	const push = pushSimulator(shop)
	const browsers = await Promise.all(Array.from({ length: maxPushDevices + 4 }, () => push.subscribe(staff)))
	const answers = await Promise.all(
		browsers.map((browser) => staff.send('POST', '/api/admin_avisos/', { ...browser, tipos: [] })),
	)
	expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxPushDevices)
	expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4)
})
