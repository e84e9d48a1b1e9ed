import { googleMapsSimulator } from '@premium-shaker/simulators/google-maps'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultShop } from '#modules/delivery/shop-position.ts'
import { describeMaps } from '#modules/doctor/server/probe-maps.ts'
import { createGoogleMaps } from '#modules/maps-google/server/google-maps.ts'

let app: FastifyInstance
let apiUrl: string

beforeAll(async () => {
	app = fastify()
	await app.register(googleMapsSimulator({ key: 'right' }))
	apiUrl = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const mapsWith = (key: string) => createGoogleMaps({ shop: defaultShop, key, apiUrl })

test('reports a key that Google rejects, without printing it', async () => {
	const result = describeMaps(mapsWith('a-dead-key'))
	await expect(result).rejects.toThrow('no acepta GOOGLE_MAPS_KEY (API_KEY_INVALID)')
	await expect(result).rejects.not.toThrow('a-dead-key')
})

test('reports maps that do not find the example address, or measure no route there', async () => {
	await app.inject({ method: 'POST', url: '/_faults', payload: { ajustes: { sin_ruta: true } } })
	await expect(describeMaps(mapsWith('right'))).rejects.toThrow(/no (mide|encuentra)/)
})
