import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { createDailyBudget } from './daily-budget.ts'
import { MapsUnavailable } from './maps.ts'

const calls = 3
let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop({ variables: { MAPS_PROVIDER: 'google', GOOGLE_MAPS_DAILY_CALLS: String(calls) } })
})
afterAll(() => shop.stop())

const suggest = async () => {
	const { results } = (await shop.app.inject('/api/mapas/sugerencias/?q=Moneda+970')).json<{ results: unknown[] }>()
	return results.length
}
const quote = async () => (await shop.app.inject('/api/despacho/cotizacion/?lugar_id=g-nadie-lo-conoce')).json()
const alarms = () => shop.inbox.mails().filter(({ subject }) => subject === 'Se acabaron los mapas de hoy')

it('gives no more paid map calls a day than the setting says: then as if Google failed, and staff hear of it once', async () => {
	// In the middle of a day of Santiago's, whenever the test runs.
	const now = shop.clock.now()
	shop.clock.advanceMinutes((40 * 60 - now.getUTCHours() * 60 - now.getUTCMinutes()) % (24 * 60))
	for (let n = 0; n < calls; n++) expect(await suggest()).toBeGreaterThan(0)
	expect(await suggest()).toBe(0)
	expect(await suggest()).toBe(0)
	expect(await quote()).toMatchObject({ sin_medir: true, costo: 0 })
	await shop.drainJobs()
	expect(alarms()).toHaveLength(1)
	expect(alarms()[0]?.text).toContain(`las ${calls} llamadas a Google`)
	// The next day begins anew.
	shop.clock.advanceMinutes(24 * 60)
	expect(await suggest()).toBeGreaterThan(0)
	await shop.drainJobs()
	expect(alarms()).toHaveLength(1)
})

it('gives many calls at once or none, and leaves what there is to customers', async () => {
	const used = createDailyBudget({
		db: shop.database.db,
		clock: { now: () => new Date('2031-05-05T15:00:00Z') },
		calls: 10,
		onUsedUp: async () => {
			throw new Error('nobody has to hear of what is left')
		},
	})
	await used.spendAll(6)
	await expect(used.spendAll(5)).rejects.toBeInstanceOf(MapsUnavailable)
	await used.spendAll(3)
	await used.spend()
	await expect(used.spendAll(1)).rejects.toBeInstanceOf(MapsUnavailable)
})
