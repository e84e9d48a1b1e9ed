import { googleMapsSimulator } from '@premium-shaker/simulators/google-maps'
import { osmSimulator } from '@premium-shaker/simulators/osm'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MapsConfig } from '#modules/delivery/server/maps/call-maps.ts'
import { createMaps } from '#modules/delivery/server/maps/maps-at-shop.ts'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { type MapsProvider, MapsUnavailable, type Position } from './maps.ts'

const key = 'a-server-key'
const app: FastifyInstance = fastify({ routerOptions: { maxParamLength: 2_000 } })
let home = ''
const requests: string[] = []

beforeAll(async () => {
	app.addHook('onRequest', async (request) => {
		requests.push(`${request.method} ${request.url}`)
	})
	await app.register(googleMapsSimulator({ key }), { prefix: '/google' })
	await app.register(osmSimulator, { prefix: '/osm' })
	home = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())
afterEach(async () => {
	for (const name of ['google', 'osm']) await app.inject({ method: 'DELETE', url: `/${name}/_faults` })
	requests.length = 0
})

function providerOf(name: MapsProvider['name'], changes: Partial<MapsConfig> = {}): MapsProvider {
	return createMaps({
		provider: name,
		shop: defaultShop,
		googleMapsKey: key,
		googleMapsUrl: `${home}/google`,
		photonUrl: `${home}/osm/photon`,
		osrmUrl: `${home}/osm/osrm`,
		timeoutMs: 20_000,
		...changes,
	})
}

async function pick(maps: MapsProvider, text: string) {
	const session = crypto.randomUUID()
	const [first] = await maps.suggest(text, session)
	const place = first && (await maps.place(first.lugar_id, session))
	if (!place) throw new Error(`${text} was not found`)
	return { first, place }
}

describe.each(['embedded', 'google', 'osm'] as const)('maps from %s', (name) => {
	test('suggest a typed address, and place the picked one in its commune', async () => {
		const { first, place } = await pick(providerOf(name), 'Moneda 970')
		expect(first.texto).toBe('Moneda 970')
		expect(first.detalle).toContain('Santiago')
		expect(place).toMatchObject({ lugar_id: first.lugar_id, comuna: 'Santiago', en_rm: true })
		expect(place.direccion).toMatch(/^Moneda 970, Santiago/)
		expect(place.lat).toBeCloseTo(-33.442, 2)
		expect(place.lng).toBeCloseTo(-70.65, 2)
	})

	test('measure the driving distance from the shop in whole metres', async () => {
		const maps = providerOf(name)
		const near = await maps.drivingDistance((await pick(maps, 'Moneda 970')).place)
		const far = await maps.drivingDistance((await pick(maps, 'Avenida Vitacura 5950')).place)
		expect(near).toBeGreaterThan(1_600)
		expect(near).toBeLessThan(3_000)
		expect(far).toBeGreaterThan(7_000)
		expect(Number.isInteger(near)).toBe(true)
	})

	test('measure driving from each place to each, and a late place to and from the others', async () => {
		const maps = providerOf(name)
		const places = [defaultShop, { lat: -33.4421, lng: -70.6499 }, { lat: -33.391, lng: -70.5739 }]
		const [, near, far] = places as [Position, Position, Position]
		const { seconds, meters } = await maps.drivingMatrix(places, places)
		expect(seconds.map((row, at) => row[at])).toEqual([0, 0, 0])
		expect(meters[0]?.[1]).toBeGreaterThan(1_600)
		expect(meters[0]?.[1]).toBeLessThan(3_000)
		expect(seconds[0]?.[2]).toBeGreaterThan((seconds[0]?.[1] ?? 0) * 2)
		for (const value of [...seconds, ...meters].flat()) expect(Number.isInteger(value)).toBe(true)
		const there = await maps.drivingMatrix([far], [defaultShop, near])
		expect(there).toEqual({ seconds: [seconds[2]?.slice(0, 2)], meters: [meters[2]?.slice(0, 2)] })
		const back = await maps.drivingMatrix([defaultShop, near], [far])
		expect(back.seconds).toEqual(seconds.slice(0, 2).map((row) => [row[2]]))
	})

	test('return a complete table of sixty doors, each route in its cell', async () => {
		const maps = providerOf(name)
		const places = Array.from({ length: 61 }, (_, at) => ({ lat: -33.43 - at / 20_000, lng: -70.64 + at / 10_000 }))
		const { meters } = await maps.drivingMatrix(places, places)
		expect(meters).toHaveLength(61)
		for (const row of meters) expect(row.every((value) => value !== undefined)).toBe(true)
		const [last] = (await maps.drivingMatrix(places.slice(60), places.slice(0, 3))).meters
		expect(meters[60]?.slice(0, 3)).toEqual(last)
	})

	test('return the line of a round from the shop over its places and back', async () => {
		const places = [defaultShop, ...Array.from({ length: 30 }, (_, at) => ({ lat: -33.43, lng: -70.62 + at / 1_000 }))]
		const line = await providerOf(name).drivingLine([...places, defaultShop])
		for (const [at, place] of [places[0], places[15], places[30], places[0]].entries()) {
			const found = at === 3 ? line.at(-1) : line.find((point) => Math.abs(point.lng - (place?.lng ?? 0)) < 1e-3)
			expect(found?.lat).toBeCloseTo(place?.lat ?? 0, 2)
		}
	})

	test('draw a route over the map, with numbers and hours', async () => {
		const stop = { lat: -33.4421, lng: -70.6499, label: '1', note: '15:20' }
		const route = { start: defaultShop, stops: [stop], line: [defaultShop, stop, defaultShop], isGuess: false }
		const view = { lat: -33.44, lng: -70.64, zoom: 14, width: 390, height: 420, marker: false, dark: false, route }
		const picture = await providerOf(name).drawMap(view)
		expect(picture.contentType).toContain('svg')
		const svg = picture.body.toString()
		for (const text of ['>1<', '>15:20<']) expect(svg).toContain(text)
		expect(svg.includes('data:image/jpeg;base64,')).toBe(name === 'google')
	})

	test('place a written address, and no invented one', async () => {
		const maps = providerOf(name)
		expect(await maps.locate('Moneda 970, Santiago')).toMatchObject({ comuna: 'Santiago' })
		expect(await maps.locate('Calle Inventada 123, Providencia')).toBeUndefined()
	})

	describe('a street picked without a number', () => {
		async function streetOf(maps: MapsProvider) {
			const session = crypto.randomUUID()
			const found = await maps.suggest('Avenida Irarrázaval, Ñuñoa', session)
			const street = found.find(({ texto }) => texto === 'Avenida Irarrázaval')
			if (!street) throw new Error('the street was not found')
			return { session, lugar_id: street.lugar_id }
		}

		test('is placed at the house number written beside it', async () => {
			const maps = providerOf(name)
			const { lugar_id, session } = await streetOf(maps)
			const house = await maps.place(lugar_id, session, 2401)
			expect(house).toMatchObject({ comuna: 'Ñuñoa' })
			expect(house?.direccion).toMatch(/^Avenida Irarrázaval 2401, Ñuñoa/)
			const { place } = await pick(maps, 'Avenida Irarrázaval 2401')
			expect(house).toEqual(place)
			expect(house?.numero).toBe(2401)
			expect(house?.isStreet ?? false).toBe(false)
		})

		test('stays the street when that house is unknown', async () => {
			const maps = providerOf(name)
			const { lugar_id, session } = await streetOf(maps)
			// Providers without rows of houses match numbers exactly: 240 is not 2401.
			for (const number of name === 'embedded' ? [undefined, 99_999] : [undefined, 99_999, 240]) {
				const street = await maps.place(lugar_id, session, number)
				expect(street).toMatchObject({ lugar_id, comuna: 'Ñuñoa' })
				expect(street?.direccion).toMatch(/^Avenida Irarrázaval, Ñuñoa/)
				expect(street?.numero).toBeUndefined()
				expect(street?.isStreet).toBe(true)
			}
		})
	})

	test('return no suggestions for unknown text', async () => {
		expect(await providerOf(name).suggest('xqzwk vvkkw', 'a-session')).toEqual([])
	})

	test.each(['   ', ' . ', '—', '\u200b'])(
		'place no text without letters or digits (%j), and do not fail',
		async (text) => {
			const maps = providerOf(name)
			expect(await maps.locate(text)).toBeUndefined()
			expect(await maps.suggest(text, 'a-session')).toEqual([])
		},
	)

	test.each(['', 'g-', 'g-../../secreto', 'o-', 'o-bm9uc2Vuc2U', 'c-zzzz', 'g-ChIJunknownunknown'])(
		'do not place "%s"',
		async (placeId) => {
			expect(await providerOf(name).place(placeId, 'a-session')).toBeUndefined()
		},
	)

	test('draw the map in every form', async () => {
		const maps = providerOf(name)
		for (const [zoom, dark] of [
			[12, false],
			[16, true],
		] as const) {
			const view = { lat: -33.4421, lng: -70.6499, zoom, width: 720, height: 420, marker: zoom === 16, dark }
			const picture = await maps.drawMap(view)
			expect(picture.contentType).toMatch(/^image\//)
			expect(picture.body.length).toBeGreaterThan(500)
		}
	})
})

describe.each(['google', 'osm'] as const)('when %s', (name) => {
	const faulty = (fault: object) => app.inject({ method: 'POST', url: `/${name}/_faults`, payload: fault })

	test.each(['500', '503', '429', 'basura', 'corte'])('count as unavailable when it answers %s', async (tipo) => {
		await faulty({ tipo, veces: 20 })
		await expect(providerOf(name).suggest('Moneda 970', 'a-session')).rejects.toBeInstanceOf(MapsUnavailable)
	})

	test('count as unavailable when it is too slow', async () => {
		await faulty({ tipo: 'lento', demora_ms: 2_000 })
		const maps = providerOf(name, { timeoutMs: 100 })
		await expect(maps.suggest('Moneda 970', 'a-session')).rejects.toBeInstanceOf(MapsUnavailable)
	})

	test('count as unavailable when it cannot measure or draw a route', async () => {
		const places = [defaultShop, { lat: -33.4421, lng: -70.6499 }]
		const maps = providerOf(name)
		await faulty({ tipo: '503', veces: 1 })
		await expect(maps.drivingMatrix(places, places)).rejects.toBeInstanceOf(MapsUnavailable)
		await faulty({ tipo: 'basura', veces: 1 })
		await expect(maps.drivingMatrix(places, places)).rejects.toBeInstanceOf(MapsUnavailable)
		await faulty({ ajustes: { sin_ruta: true } })
		expect((await maps.drivingMatrix(places, places)).seconds[0]?.[1]).toBeUndefined()
		await expect(maps.drivingLine(places)).rejects.toBeInstanceOf(MapsUnavailable)
	})

	test('return no distance without a route', async () => {
		const maps = providerOf(name)
		const { place } = await pick(maps, 'Moneda 970')
		await faulty({ ajustes: { sin_ruta: true } })
		expect(await maps.drivingDistance(place)).toBeUndefined()
	})
})

test.each(['', '   ', ' . '])('does not place a forged Photon id with the words %j', async (words) => {
	const lugar_id = `o-${Buffer.from(JSON.stringify(['W', 1, words])).toString('base64url')}`
	expect(await providerOf('osm').place(lugar_id, 'a-session')).toBeUndefined()
})

test('places nothing for words that Photon rejects', async () => {
	const refusing = fastify()
	refusing.get('/api', (_request, reply) => reply.code(400).send({ message: 'bad request' }))
	const photonUrl = await refusing.listen({ host: '127.0.0.1', port: 0 })
	expect(await providerOf('osm', { photonUrl }).locate('Moneda 970')).toBeUndefined()
	await refusing.close()
})

test('sends Google the same session in the search and in the pick that closes it', async () => {
	const maps = providerOf('google')
	const [first] = await maps.suggest('Moneda 970', 'session-1234')
	await maps.place(first?.lugar_id ?? '', 'session-1234')
	expect(requests.at(-1)).toContain('sessionToken=session-1234')
})

test('treats Google with a wrong key as unavailable, without the key in a message', async () => {
	const maps = providerOf('google', { googleMapsKey: 'a-wrong-key' })
	const failure = await maps.suggest('Moneda 970', 'a-session').catch((error: Error) => error)
	expect(failure).toBeInstanceOf(MapsUnavailable)
	expect(String(failure)).not.toContain('a-wrong-key')
})

test('treats a key that Google rejects with 400 as no unknown place', async () => {
	const { first } = await pick(providerOf('google'), 'Moneda 970')
	const withWrongKey = providerOf('google', { googleMapsKey: 'a-wrong-key' })
	await expect(withWrongKey.place(first.lugar_id, 'a-session')).rejects.toMatchObject({
		name: 'MapsKeyRefused',
		reason: 'API_KEY_INVALID',
	})
})

test('reports whether Google accepts the key, and nothing of another failure', async () => {
	const reported: (string | undefined)[] = []
	const onKey = (refusal: string | undefined) => void reported.push(refusal)
	await expect(
		providerOf('google', { onKey, googleMapsKey: 'a-wrong-key' }).suggest('Moneda 970', 's'),
	).rejects.toThrow()
	expect(reported).toEqual(['API_KEY_INVALID'])
	await providerOf('google', { onKey }).suggest('Moneda 970', 's')
	expect(reported).toEqual(['API_KEY_INVALID', undefined])
})

test('accepts a Google route without a length as free only to the shop itself', async () => {
	const maps = providerOf('google')
	const { place } = await pick(maps, 'Moneda 970')
	await app.inject({ method: 'POST', url: '/google/_faults', payload: { ajustes: { ruta_vacia: true } } })
	await expect(maps.drivingDistance(place)).rejects.toBeInstanceOf(MapsUnavailable)
	expect(await maps.drivingDistance({ ...place, ...defaultShop })).toBe(0)
})

test("requests at most 625 routes of Google per call, and none of a table above the day's budget", async () => {
	const places = Array.from({ length: 61 }, (_, at) => ({ lat: -33.43, lng: -70.64 + at / 10_000 }))
	const spent: number[] = []
	const budget = {
		spend: async () => undefined,
		hasLeft: async () => true,
		spendAll: async (calls: number) => {
			spent.push(calls)
			if (calls > 4_000) throw new MapsUnavailable('used up')
		},
	}
	const maps = providerOf('google', { budget: { sugerencias: budget, despacho: budget } })
	await maps.drivingMatrix(places, places)
	expect(requests).toHaveLength(9)
	const more = [...places, ...places.slice(0, 4)]
	await expect(maps.drivingMatrix(more, more)).rejects.toBeInstanceOf(MapsUnavailable)
	expect(requests).toHaveLength(9)
	expect(spent).toEqual([3_721, 4_225])
})

test('reports an address outside the region', async () => {
	expect((await pick(providerOf('google'), 'Pedro Montt 1500 Valparaíso')).place).toMatchObject({ en_rm: false })
})

test.each([
	['google', 'GOOGLE_MAPS_KEY', { googleMapsKey: undefined }],
	['osm', 'PHOTON_URL', { photonUrl: undefined }],
	['osm', 'OSRM_URL', { osrmUrl: undefined }],
] as const)('rejects the start of %s without %s', (name, variable, changes) => {
	expect(() => providerOf(name, changes)).toThrow(variable)
})
