import { beforeAll, expect, test } from 'vitest'
import { priceDelivery } from '#domain/delivery/tariff.ts'
import { defaultShop, type MapsProvider } from '#server/delivery/maps/maps.ts'
import { createEmbeddedMaps } from './embedded-maps.ts'
import { haversine } from './geometry.ts'
import { knownAddresses } from './known-addresses.ts'

const nearMeters = 500
let maps: MapsProvider
let outcomes: { typed: string; isNear: boolean; isSamePrice: boolean }[]

beforeAll(async () => {
	maps = createEmbeddedMaps(defaultShop)
	outcomes = await Promise.all(knownAddresses.map(([typed, lat, lng]) => tryAddress(typed, lat, lng)))
})

/** Takes the first suggestion, as most people do, and compares it with where the place really is. */
async function tryAddress(typed: string, lat: number, lng: number) {
	const [first] = await maps.suggest(typed, 'session')
	const place = first && (await maps.place(first.lugar_id, 'session'))
	if (!place) return { typed, isNear: false, isSamePrice: false }
	const found = priceDelivery((await maps.drivingDistance(place)) ?? 0)
	const real = priceDelivery((await maps.drivingDistance({ ...place, lat, lng })) ?? 0)
	const isSamePrice = found.costo === real.costo && found.fuera_de_cobertura === real.fuera_de_cobertura
	return { typed, isNear: haversine(place, { lat, lng }) <= nearMeters, isSamePrice }
}

test('there are sixty', () => {
	expect(knownAddresses).toHaveLength(60)
})

test('the first suggestion lies within 500 m of the place for 9 of 10', () => {
	const wrong = outcomes.filter(({ isNear }) => !isNear).map(({ typed }) => typed)
	expect(wrong.length, wrong.join(' · ')).toBeLessThanOrEqual(6)
})

test('and is priced as the place itself for 19 of 20', () => {
	const wrong = outcomes.filter(({ isSamePrice }) => !isSamePrice).map(({ typed }) => typed)
	expect(wrong.length, wrong.join(' · ')).toBeLessThanOrEqual(3)
})
