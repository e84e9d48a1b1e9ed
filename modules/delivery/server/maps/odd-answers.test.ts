import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMaps } from '#modules/delivery/server/maps/maps-at-shop.ts'
import { defaultShop } from '#modules/delivery/shop-place.ts'

const app = fastify()
let home = ''

const good = {
	geometry: { coordinates: [-70.65, -33.442] },
	properties: { osm_type: 'N', osm_id: 1, type: 'house', street: 'Moneda', housenumber: '970', city: 'Santiago' },
}
const features: { properties: object }[] = [
	{ ...good, properties: { ...good.properties, housenumber: null } },
	{ ...good, properties: { street: 'Moneda' } },
	good,
]
const placePrediction = { placeId: 'place-id-0001', structuredFormat: { mainText: { text: 'Moneda 970' } } }
const details = {
	id: 'place-id-0001',
	formattedAddress: 'Moneda 970, 8320000 Santiago, Región Metropolitana, Chile',
	location: { latitude: -33.442, longitude: -70.65 },
}

beforeAll(async () => {
	app.get('/photon/api', async () => ({ features }))
	app.post('/google/v1/places:autocomplete', async () => ({
		suggestions: [{ placePrediction: { placeId: null } }, { placePrediction }],
	}))
	app.get('/google/v1/places/place-id-0001', async () => details)
	home = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const mapsOf = (provider: 'google' | 'osm') =>
	createMaps({
		provider,
		shop: defaultShop,
		timeoutMs: 20_000,
		googleMapsKey: 'key',
		googleMapsUrl: `${home}/google`,
		photonUrl: `${home}/photon`,
		osrmUrl: home,
	})

test.each(['google', 'osm'] as const)('skips one odd place of %s, and returns the others', async (provider) => {
	const found = await mapsOf(provider).suggest('Moneda 970', crypto.randomUUID())
	expect(found.map(({ texto }) => texto)).toEqual(['Moneda 970'])
})

test.each([
	['Ñuñoa', 'Moneda 970, Ñuñoa'],
	// A quarter is no comuna.
	['Barrio Yungay', 'Moneda 970, Santiago'],
])('uses the district %s as the comuna of a house in “Santiago” only if it is one', async (district, direccion) => {
	features.splice(2, 1, { ...good, properties: { ...good.properties, district } })
	const maps = mapsOf('osm')
	const [found] = await maps.suggest('Moneda 970', crypto.randomUUID())
	expect((await maps.place(found?.lugar_id ?? '', crypto.randomUUID()))?.direccion).toBe(direccion)
})

test('removes the postal code from the address that the customer sees', async () => {
	const place = await mapsOf('google').place('g-place-id-0001', crypto.randomUUID())
	expect(place?.direccion).toBe('Moneda 970, Santiago')
})
