import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultShop } from '#domain/delivery/shop-position.ts'
import { initialTariff } from '#domain/delivery/tariff.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'
import { createMaps } from '#server/open-maps.ts'
import { createSigner } from '#server/platform/signing.ts'
import { openTestApp } from '#tests/open-app.ts'
import { MapsUnavailable } from './maps/maps.ts'
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

test('typing an address gives suggestions with the credit of the data', async () => {
	const answer = await app.inject('/api/mapas/sugerencias/?q=av.%20providencia%201234')
	expect(answer.statusCode).toBe(200)
	expect(answer.json().results[0]).toMatchObject({
		texto: 'Avenida Providencia 1234',
		detalle: 'Providencia, Región Metropolitana',
	})
	expect(answer.json().atribucion).toContain('OpenStreetMap')
})

test.each(['', '?q=', '?q=pr', '?q=%20%20a%20'])('"%s" is too short for suggestions', async (query) => {
	const answer = await app.inject(`/api/mapas/sugerencias/${query}`)
	expect(answer.json().results).toEqual([])
})

test('while the provider is down there are no suggestions and no error', async () => {
	const down = appWith({ ...maps, suggest: () => Promise.reject(new MapsUnavailable('503')) })
	const answer = await down.inject('/api/mapas/sugerencias/?q=providencia')
	expect(answer.statusCode).toBe(200)
	expect(answer.json().results).toEqual([])
	expect(answer.headers['cache-control'], 'the same words are asked about again').toBe('no-store')
	await down.close()
})

test('while the provider is down there is no map, and that is no fault of the shop', async () => {
	const down = appWith({ ...maps, drawMap: () => Promise.reject(new MapsUnavailable('403')) })
	const answer = await down.inject('/api/mapas/mapa.svg')
	expect(answer.json()).toMatchObject({ code: 'servicio_ocupado' })
	await down.close()
})

test('a picked suggestion is quoted with a token that order placing can read', async () => {
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

test('a written address is quoted as the place that it means', async () => {
	const answer = await app.inject('/api/despacho/cotizacion/?direccion=moneda%20970')
	expect(answer.json()).toMatchObject({ direccion: 'Moneda 970, Santiago', gratis: true })
})

test('a street that was picked is quoted at the house number written beside it', async () => {
	const { results } = (await app.inject('/api/mapas/sugerencias/?q=avenida%20apoquindo')).json()
	const url = `/api/despacho/cotizacion/?lugar_id=${results[0].lugar_id}`
	const [street, house] = [await app.inject(url), await app.inject(`${url}&numero=4501%20depto%203`)]
	expect(street.json().direccion).toBe('Avenida Apoquindo, Las Condes')
	expect(house.json().direccion).toBe('Avenida Apoquindo 4501, Las Condes')
})

test('an unknown place is refused, and a question without a place is malformed', async () => {
	const unknown = await app.inject('/api/despacho/cotizacion/?lugar_id=c-zzzzzz')
	expect(unknown.json().code).toBe('direccion_desconocida')
	expect((await app.inject('/api/despacho/cotizacion/')).statusCode).toBe(400)
	expect((await app.inject('/api/despacho/cotizacion/?lugar_id=a&direccion=b')).statusCode).toBe(400)
})

test('the map is a cacheable picture that may run nothing', async () => {
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
])('the map asked for with "%s" is drawn as %s', async (query, size) => {
	expect((await app.inject(`/api/mapas/mapa.svg${query}`)).body).toContain(size)
})

test('the map shows the position that is asked for, marked', async () => {
	const mapAt = async (lat: number) => (await app.inject(`/api/mapas/mapa.svg?lat=${lat}&lng=-70.6201&zoom=16`)).body
	expect(await mapAt(-33.4289)).toContain('<ellipse')
	expect(await mapAt(-33.4289)).not.toBe(await mapAt(-33.44))
})

test('a map that its provider lets nobody keep is not kept', async () => {
	const drawMap = async () => ({ body: Buffer.from('x'), contentType: 'image/png', maxAgeSeconds: 0 })
	const strict = appWith({ ...maps, drawMap })
	const answer = await strict.inject('/api/mapas/mapa.svg')
	expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/png' })
	await strict.close()
})

test('without a position the map shows Santiago, without a marker', async () => {
	const answer = await app.inject('/api/mapas/mapa.svg')
	expect(answer.body).toContain('Providencia')
	expect(answer.body).not.toContain('<ellipse')
})

test.each(['?lat=10&lng=10&zoom=12', '?zoom=13', '?lat=abc&lng=1'])('there is no map for "%s"', async (query) => {
	expect((await app.inject(`/api/mapas/mapa.svg${query}`)).statusCode).toBeGreaterThanOrEqual(400)
})
