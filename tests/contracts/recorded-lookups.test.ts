import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MapsUnavailable } from '#modules/delivery/server/maps/maps.ts'
import { createMaps } from '#modules/delivery/server/maps/maps-at-shop.ts'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { chooseFeed } from '#modules/social/feed.ts'
import { listInstagramMedia } from '#modules/social/server/instagram.ts'
import { recorded } from '#tests/contracts/recorded.ts'

let app: FastifyInstance
let url: string
let answer: { status: number; body: unknown }

/** Makes the provider answer every request with this response. */
const answers = (body: unknown, status = 200) => {
	answer = { status, body }
}

beforeAll(async () => {
	app = Fastify()
	app.all('/*', async (_request, reply) => reply.code(answer.status).send(answer.body))
	url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const mapsOf = (provider: 'google' | 'osm') =>
	createMaps({
		provider,
		shop: defaultShop,
		timeoutMs: 20_000,
		googleMapsKey: 'key',
		googleMapsUrl: url,
		photonUrl: url,
		osrmUrl: url,
	})
const away = { lugar_id: 'g-x', direccion: '', comuna: null, en_rm: true, lat: -33.4, lng: -70.5 }

describe('Google Places', () => {
	test('returns suggestions, also without a second line, and drops query predictions', async () => {
		answers(recorded('google-autocomplete'))
		expect(await mapsOf('google').suggest('Mum', 'a-session')).toEqual([
			{ lugar_id: 'g-ChIJwe1EZjDG5zsRaYxkjY_tpF0', texto: 'Mumbai', detalle: 'Maharashtra, India' },
			{ lugar_id: 'g-ChIJa76xwh5ymkcRW-WRjmtd6HU', texto: 'Germany', detalle: '' },
		])
	})

	test('returns no suggestions for an unknown text', async () => {
		answers({})
		expect(await mapsOf('google').suggest('xqzwk', 'a-session')).toEqual([])
	})

	test('returns a house with its comuna and without its postal code', async () => {
		answers(recorded('google-place'))
		expect(await mapsOf('google').place('g-ChIJtYuu0V25j4ARwu5e4wwRYgE', 'a-session')).toEqual({
			lugar_id: 'g-ChIJtYuu0V25j4ARwu5e4wwRYgE',
			lat: -33.41,
			lng: -70.58,
			direccion: 'Av. Apoquindo 4000, Las Condes',
			comuna: 'Las Condes',
			en_rm: true,
			numero: 4000,
			isStreet: false,
		})
	})

	test('reports a key rejected with 400 as an error, not as an unknown place', async () => {
		answers(recorded('google-bad-key'), 400)
		const refused = mapsOf('google').place('g-ChIJtYuu0V25j4ARwu5e4wwRYgE', 'a-session')
		await expect(refused).rejects.toMatchObject({ name: 'MapsKeyRefused', reason: 'API_KEY_INVALID' })
	})
})

describe('Google Routes', () => {
	test('returns the length of a route', async () => {
		answers(recorded('google-route'))
		expect(await mapsOf('google').drivingDistance(away)).toBe(772)
	})

	test('returns no route for an empty one, instead of 0 metres', async () => {
		answers(recorded('google-route-empty'))
		await expect(mapsOf('google').drivingDistance(away)).rejects.toThrow(MapsUnavailable)
		expect(await mapsOf('google').drivingDistance({ ...away, ...defaultShop })).toBe(0)
	})

	test('returns no route for an empty answer', async () => {
		answers(recorded('google-route-none'))
		expect(await mapsOf('google').drivingDistance(away)).toBeUndefined()
	})
})

describe('Google Routes for a round', () => {
	const [one, other] = [defaultShop, { lat: -33.42, lng: -70.61 }]

	test('reads routes in any order and omitted zeros; a pair without a route, or with an error, has none', async () => {
		answers(recorded('google-matrix').elements)
		const { seconds, meters } = await mapsOf('google').drivingMatrix([one, other], [one, other, away])
		expect(seconds).toEqual([
			[0, 161, undefined],
			[361, undefined, undefined],
		])
		expect(meters).toEqual([
			[0, 822, undefined],
			[2919, undefined, undefined],
		])
	})

	test('reads a line as longitude, latitude', async () => {
		answers(recorded('google-line'))
		expect((await mapsOf('google').drivingLine([one, other])).at(-1)).toEqual(other)
	})

	test('reports a key rejected in a list of errors', async () => {
		answers([recorded('google-bad-key')], 400)
		const refused = mapsOf('google').drivingMatrix([one], [other])
		await expect(refused).rejects.toMatchObject({ name: 'MapsKeyRefused', reason: 'API_KEY_INVALID' })
	})
})

describe('Photon', () => {
	test('returns places with and without a house number', async () => {
		answers(recorded('photon-search'))
		const found = await mapsOf('osm').suggest('Lauterbrunnen', 'a-session')
		expect(found.map(({ texto, detalle }) => [texto, detalle])).toEqual([
			['Lauterbrunnen', 'Bern'],
			['Station 469k', 'Lauterbrunnen, Bern'],
		])
	})

	test('returns the district of the city Santiago as the comuna, unless it is a quarter', async () => {
		answers(recorded('photon-santiago'))
		const maps = mapsOf('osm')
		const found = await maps.suggest('Irarrázaval 2401', 'a-session')
		const places = await Promise.all(found.map(({ lugar_id }) => maps.place(lugar_id, 'a-session')))
		expect(places.map((place) => [place?.direccion, place?.comuna, place?.en_rm])).toEqual([
			['Avenida Irarrázaval 2401, Ñuñoa', 'Ñuñoa', true],
			['Compañía de Jesús, Santiago', 'Santiago', true],
			['Avenida Providencia 1000, Providencia', 'Providencia', true],
		])
		expect(places.map((place) => [place?.numero, place?.isStreet])).toEqual([
			[2401, false],
			[undefined, true],
			[1000, false],
		])
	})

	test('returns no places for an empty list', async () => {
		answers({ type: 'FeatureCollection', features: [] })
		expect(await mapsOf('osm').suggest('xqzwk', 'a-session')).toEqual([])
	})
})

describe('OSRM', () => {
	test('returns the length of a route in whole metres', async () => {
		answers(recorded('osrm-route'))
		expect(await mapsOf('osm').drivingDistance(away)).toBe(13_785)
	})

	test('returns no route for a 400 that says so', async () => {
		answers(recorded('osrm-no-route'), 400)
		expect(await mapsOf('osm').drivingDistance(away)).toBeUndefined()
	})

	test('returns a table in whole seconds and metres, and gaps where no route exists', async () => {
		answers(recorded('osrm-table'))
		const { seconds, meters } = await mapsOf('osm').drivingMatrix([defaultShop, away], [defaultShop, away, away])
		expect(seconds).toEqual([
			[0, 193, undefined],
			[199, 0, 284],
		])
		expect(meters[1]).toEqual([1824, 0, 2838])
	})

	test('rejects a table of another size than requested', async () => {
		answers(recorded('osrm-table'))
		const places = [defaultShop, away]
		await expect(mapsOf('osm').drivingMatrix(places, places)).rejects.toThrow(MapsUnavailable)
	})

	test('reads a line as longitude, latitude', async () => {
		answers(recorded('osrm-line'))
		expect((await mapsOf('osm').drivingLine([defaultShop, away]))[1]).toEqual({ lng: 120.1, lat: 10 })
	})
})

test("Instagram: an album has its first image or its video's thumbnail; a protected video has its thumbnail", async () => {
	answers(recorded('instagram-media'))
	const posts = chooseFeed(await listInstagramMedia({ apiUrl: url, token: 't' }))
	const file = (address: string | null | undefined) => address && new URL(address).pathname.split('/').at(-1)
	expect(
		posts.map(({ media_type, media_url, thumbnail_url }) => [media_type, file(media_url), file(thumbnail_url)]),
	).toEqual([
		['IMAGE', '50908538_n.jpg', undefined],
		['IMAGE', 'second_n.jpg', undefined],
		['IMAGE', 'clips_n.jpg', undefined],
		['IMAGE', 'old_n.jpg', undefined],
		['VIDEO', undefined, 'music_n.jpg'],
	])
})
