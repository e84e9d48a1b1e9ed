import { afterAll, beforeAll, expect, test } from 'vitest'
import { FailureAnswer } from '#core/contract/failure.ts'
import { createSigner } from '#core/server/platform/secrets.ts'
import { MapsUnavailable } from '#modules/delivery/server/maps/maps.ts'
import { createMaps } from '#modules/delivery/server/maps/maps-at-shop.ts'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { initialTariff } from '#modules/delivery/tariff.ts'
import { openTestApp } from '#tests/open-app.ts'
import { readQuote } from './quote-delivery.ts'
import { deliveryRoutes } from './routes.ts'

const maps = createMaps({ provider: 'embedded', shop: defaultShop })
const signer = createSigner(['a secret of at least thirty-two characters'])
const clock = { now: () => new Date('2026-03-02T15:00:00Z') }

function appWith(provider = maps) {
	const app = openTestApp()
	app.setErrorHandler((error, _request, reply) => {
		if (error instanceof FailureAnswer)
			return reply.status(422).send({ code: error.failure.failure, error: '', detail: '' })
		const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
		return reply.status(status).send({ code: 'x', error: String(error), detail: '' })
	})
	app.register(deliveryRoutes({ maps: provider, signer, clock, readTariff: async () => initialTariff }))
	return app
}

const app = appWith()
beforeAll(async () => {
	await app.ready()
})
afterAll(() => app.close())

test('suggests addresses with the attribution of the data', async () => {
	const answer = await app.inject('/api/mapas/sugerencias/?q=av.%20providencia%201234')
	expect(answer.statusCode).toBe(200)
	expect(answer.json().results[0]).toMatchObject({
		texto: 'Avenida Providencia 1234',
		detalle: 'Providencia, Región Metropolitana',
	})
	expect(answer.json().atribucion).toContain('OpenStreetMap')
})

test.each(['', '?q=', '?q=pr', '?q=%20%20a%20'])('suggests nothing for the short text "%s"', async (query) => {
	const answer = await app.inject(`/api/mapas/sugerencias/${query}`)
	expect(answer.json().results).toEqual([])
})

test('suggests nothing while the provider is down, without an error', async () => {
	const down = appWith({ ...maps, suggest: () => Promise.reject(new MapsUnavailable('503')) })
	const answer = await down.inject('/api/mapas/sugerencias/?q=providencia')
	expect(answer.statusCode).toBe(200)
	expect(answer.json().results).toEqual([])
	expect(answer.headers['cache-control'], 'the same words are asked about again').toBe('no-store')
	await down.close()
})

test('answers servicio_ocupado for the map while the provider is down', async () => {
	const down = appWith({ ...maps, drawMap: () => Promise.reject(new MapsUnavailable('403')) })
	const answer = await down.inject('/api/mapas/mapa.svg')
	expect(answer.json()).toMatchObject({ code: 'servicio_ocupado' })
	await down.close()
})

test('quotes a picked suggestion with a token that placeOrder accepts', async () => {
	const [first] = (await app.inject('/api/mapas/sugerencias/?q=moneda%20970')).json().results
	const answer = await app.inject(`/api/despacho/cotizacion/?lugar_id=${first.lugar_id}`)
	expect(answer.statusCode).toBe(200)
	const quote = answer.json()
	expect(quote).toMatchObject({
		costo: 0,
		gratis: true,
		fuera_de_cobertura: false,
		comuna: 'Santiago',
		sin_medir: false,
	})
	expect(readQuote({ signer, clock }, quote)).toMatchObject({ distancia_m: quote.distancia_m, costo: 0 })
})

test('quotes a written address as its place', async () => {
	const answer = await app.inject('/api/despacho/cotizacion/?direccion=moneda%20970')
	expect(answer.json()).toMatchObject({ direccion: 'Moneda 970, Santiago', gratis: true })
})

test('quotes a picked street at the house number written beside it', async () => {
	const { results } = (await app.inject('/api/mapas/sugerencias/?q=avenida%20apoquindo')).json()
	const url = `/api/despacho/cotizacion/?lugar_id=${results[0].lugar_id}`
	const [street, house] = [await app.inject(url), await app.inject(`${url}&numero=4501%20depto%203`)]
	expect(street.json().direccion).toBe('Avenida Apoquindo, Las Condes')
	expect(house.json().direccion).toBe('Avenida Apoquindo 4501, Las Condes')
})

test('rejects an unknown place, and a request without a place', async () => {
	const unknown = await app.inject('/api/despacho/cotizacion/?lugar_id=c-zzzzzz')
	expect(unknown.json().code).toBe('direccion_desconocida')
	expect((await app.inject('/api/despacho/cotizacion/')).statusCode).toBe(400)
	expect((await app.inject('/api/despacho/cotizacion/?lugar_id=a&direccion=b')).statusCode).toBe(400)
})

test('returns the map as a cacheable picture that may not run scripts', async () => {
	const answer = await app.inject('/api/mapas/mapa.svg?lat=-33.4289&lng=-70.6201&zoom=16&oscuro=1')
	expect(answer.statusCode).toBe(200)
	expect(answer.headers['content-type']).toContain('image/svg+xml')
	expect(answer.headers['cache-control']).toContain('max-age')
	expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
	expect(answer.body).toMatch(/^<svg .*<\/svg>$/s)
})

test.each([
	['', 'width="720" height="360"'],
	['?formato=angosto', 'width="480" height="360"'],
])('draws the map requested with "%s" as %s', async (query, size) => {
	expect((await app.inject(`/api/mapas/mapa.svg${query}`)).body).toContain(size)
})

test('shows the requested position with a marker', async () => {
	const mapAt = async (lat: number) => (await app.inject(`/api/mapas/mapa.svg?lat=${lat}&lng=-70.6201&zoom=16`)).body
	expect(await mapAt(-33.4289)).toContain('<ellipse')
	expect(await mapAt(-33.4289)).not.toBe(await mapAt(-33.44))
})

test('does not let browsers cache a map when its provider forbids it', async () => {
	const drawMap = async () => ({ body: Buffer.from('x'), contentType: 'image/png', maxAgeSeconds: 0 })
	const strict = appWith({ ...maps, drawMap })
	const answer = await strict.inject('/api/mapas/mapa.svg')
	expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/png' })
	await strict.close()
})

test('shows Santiago without a marker when no position is given', async () => {
	const answer = await app.inject('/api/mapas/mapa.svg')
	expect(answer.body).toContain('Providencia')
	expect(answer.body).not.toContain('<ellipse')
})

test.each(['?lat=10&lng=10&zoom=12', '?zoom=13', '?lat=abc&lng=1'])('rejects the map "%s"', async (query) => {
	expect((await app.inject(`/api/mapas/mapa.svg${query}`)).statusCode).toBeGreaterThanOrEqual(400)
})
