import { knownAddresses } from '@premium-shaker/maps/known-addresses'
import { expect, test } from 'vitest'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { initialTariff, priceDelivery } from '#modules/delivery/tariff.ts'
import { createEmbeddedMaps } from './embedded-maps.ts'

const maps = createEmbeddedMaps(defaultShop)

/** Whether the first suggestion is priced like the real position of the place. */
async function isPricedRight([typed, lat, lng]: (typeof knownAddresses)[number]): Promise<boolean> {
	const [first] = await maps.suggest(typed, 'session')
	const place = first && (await maps.place(first.lugar_id, 'session'))
	if (!place) return false
	const found = priceDelivery((await maps.drivingDistance(place)) ?? 0, initialTariff)
	const real = priceDelivery((await maps.drivingDistance({ ...place, lat, lng })) ?? 0, initialTariff)
	return found.costo === real.costo && found.fuera_de_cobertura === real.fuera_de_cobertura
}

test('prices 19 of 20 known addresses like the place itself', async () => {
	const priced = await Promise.all(
		knownAddresses.map(async (known) => ({ known, isRight: await isPricedRight(known) })),
	)
	const wrong = priced.filter(({ isRight }) => !isRight).map(({ known: [typed] }) => typed)
	expect(knownAddresses).toHaveLength(60)
	expect(wrong.length, wrong.join(' · ')).toBeLessThanOrEqual(3)
})

test('rejects the start of a shop far from every road, and names the settings', async () => {
	await expect(createEmbeddedMaps({ lat: -33.2, lng: -70.2 }).warm()).rejects.toThrow(
		/SHOP_LAT and SHOP_LON, or Ajustes/,
	)
})
