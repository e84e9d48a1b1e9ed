import { describe, expect, it } from 'vitest'
import { createDailyBudget } from '#modules/delivery/server/maps/call-maps.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, sendOrder } from '#tests/shop-helpers.ts'
import { MapsUnavailable } from './maps.ts'

/** Three for suggestions, six for quotes. */
const calls = 9

const shop = await aShop({ variables: { MAPS_PROVIDER: 'google', GOOGLE_MAPS_DAILY_CALLS: String(calls) } })
// In the middle of a day of Santiago, whenever the test runs.
const now = shop.clock.now()
shop.clock.advanceMinutes((40 * 60 - now.getUTCHours() * 60 - now.getUTCMinutes()) % (24 * 60))

async function suggest(text: string) {
	const url = `/api/mapas/sugerencias/?q=${encodeURIComponent(text)}`
	const { results } = (await shop.app.inject(url)).json<{ results: { lugar_id: string; texto: string }[] }>()
	return results[0]?.lugar_id ?? ''
}
const quote = async (query: Record<string, string>) =>
	(await shop.app.inject(`/api/despacho/cotizacion/?${new URLSearchParams(query)}`)).json()
const alarms = () => shop.inbox.mails().filter(({ subject }) => subject === 'Se acabaron los mapas de hoy')

describe('the daily budget of paid maps', () => {
	it('falls back to the own maps once a share is spent, never makes a delivery free, and mails staff once', async () => {
		const theirs = await suggest('Moneda 970')
		expect(theirs).toMatch(/^g-/)
		for (let n = 0; n < 2; n++) expect(await suggest('Moneda 970')).toMatch(/^g-/)
		const ours = await suggest('Avenida Vitacura 5950')
		expect(ours).toMatch(/^c-|^[^g]-/)

		// Suggestions leave quotes their own share: two calls each.
		for (let n = 0; n < 3; n++) expect(await quote({ lugar_id: theirs })).toMatchObject({ sin_medir: false })
		expect(await quote({ lugar_id: ours })).toMatchObject({ sin_medir: false, costo: 4_000 })
		expect(await quote({ direccion: 'Avenida Vitacura 5950' })).toMatchObject({ sin_medir: false, costo: 4_000 })
		expect(await quote({ direccion: 'Camino a Farellones 20000, Lo Barnechea' })).not.toMatchObject({ costo: 0 })
		expect(await quote({ lugar_id: theirs })).toMatchObject({ code: 'direccion_desconocida' })
		const order = anOrder({ tipo_entrega: 'despacho', metodo_pago: 'efectivo', direccion: 'Avenida Vitacura 5950,' })
		const answer = await sendOrder(shop, await aCustomer(shop), { ...order, lugar_id: ours })
		expect(answer.json()).toMatchObject({ code: 'total_cambio', despacho: 4_000 })

		await shop.drainJobs()
		expect(alarms()).toHaveLength(1)
		expect(alarms()[0]?.text).toContain(`De las ${calls} llamadas a Google`)
		shop.clock.advanceMinutes(24 * 60)
		expect(await suggest('Moneda 970')).toMatch(/^g-/)
		await shop.drainJobs()
		expect(alarms()).toHaveLength(1)
	})

	it('suggests with the own maps when only the share of quotes is spent: an id of Google could not be placed', async () => {
		shop.clock.advanceMinutes(24 * 60)
		const theirs = await suggest('Moneda 970')
		for (let n = 0; n < 4; n++) await quote({ lugar_id: theirs })
		expect(await suggest('Moneda 970')).not.toMatch(/^g-/)
	})

	it('grants many calls at once or none, and leaves the rest to customers', async () => {
		const used = createDailyBudget({
			db: shop.database.db,
			clock: { now: () => new Date('2031-05-05T15:00:00Z') },
			calls: 10,
			share: 'despacho',
			onUsedUp: async () => {
				throw new Error('no mail is due while calls are left')
			},
		})
		await used.spendAll(6)
		await expect(used.spendAll(5)).rejects.toBeInstanceOf(MapsUnavailable)
		await used.spendAll(3)
		expect(await used.hasLeft()).toBe(true)
		await used.spend()
		expect(await used.hasLeft()).toBe(false)
		await expect(used.spendAll(1)).rejects.toBeInstanceOf(MapsUnavailable)
	})
})
