import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '#core/server/db/database.ts'
import { watchAlarms } from '#modules/alarms/server/watch-alarms.ts'
import type { Alarm } from '#modules/lists/context.ts'
import { correos } from '#modules/orders/tables.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'

let postgres: PostgresServer
let shops: TestShop[]

beforeAll(async () => {
	postgres = await startPostgres()
	const url = await postgres.createDatabase('alarmas')
	shops = []
	for (let n = 0; n < 2; n++) shops.push(await openTestShop({ database: await openPostgres(url, () => {}) }))
})
afterAll(async () => {
	for (const shop of shops) await shop.stop()
	await postgres.stop()
})

/** Alarms that stand in a process while `isBad` says so. */
const alarm = (isBad: () => boolean): Alarm => ({
	clave: randomUUID(),
	regla: { nombre: 'ErrorNuevo' },
	check: async () => (isBad() ? { texto: 'Algo falla', queHacer: 'Nada.' } : undefined),
})

/** Checks at once in both processes, an hour and a minute after the last time; returns how many mails there are. */
async function checkAtOnce(...watched: readonly Alarm[][]): Promise<number> {
	for (const [at, shop] of shops.entries()) shop.clock.advanceMinutes(at === 0 ? 61 : 61.01)
	await Promise.all(
		watched.map(async (list, at) => {
			const shop = shops[at % shops.length] as TestShop
			await watchAlarms({ ...shop.payments, env: shop.env, publicUrl: shop.env.publicUrl, disk: undefined }, list)
		}),
	)
	return await (shops[0] as TestShop).database.db.$count(correos, eq(correos.plantilla, 'alarmas'))
}

it('two processes that check at once mail the beginning and the end of an alarm once', async () => {
	let isBad = true
	const list = [alarm(() => isBad)]
	expect(await checkAtOnce(list, list, list, list)).toBe(1)
	expect(await checkAtOnce(list, list, list, list)).toBe(1)
	isBad = false
	expect(await checkAtOnce(list, list, list, list)).toBe(2)
})

it('two processes that find different alarms at once send one mail in the hour', async () => {
	const before = await checkAtOnce([])
	const [one, other] = [alarm(() => true), alarm(() => true)]
	const ofOther = (list: readonly Alarm[]) => list.map((its) => ({ ...its, check: async () => undefined }))
	expect(await checkAtOnce([one, ...ofOther([other])], [...ofOther([one]), other])).toBe(before + 1)
})
