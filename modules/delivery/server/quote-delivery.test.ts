import { expect, test } from 'vitest'
import { FailureAnswer } from '#core/contract/failure.ts'
import { createSigner } from '#core/server/platform/secrets.ts'
import { type MapsProvider, MapsUnavailable, type Place } from '#modules/delivery/server/maps/maps.ts'
import type { QuoteDeliveryAnswer } from '#modules/delivery/shapes.ts'
import { initialTariff } from '#modules/delivery/tariff.ts'
import { quoteDelivery, readQuote } from './quote-delivery.ts'

const house: Place = {
	lugar_id: 'c-abc-1234',
	direccion: 'Avenida Providencia 1234, Providencia',
	comuna: 'Providencia',
	lat: -33.4289,
	lng: -70.6201,
	en_rm: true,
}

function shopWith(changes: Partial<MapsProvider> = {}) {
	let now = new Date('2026-03-02T15:00:00Z')
	const warnings: string[] = []
	const maps: MapsProvider = {
		name: 'embedded',
		attribution: '',
		warm: async () => {},
		suggest: async () => [],
		place: async (placeId) => (placeId === house.lugar_id ? house : undefined),
		locate: async (direccion) => (direccion.startsWith('Avenida Providencia 1234') ? house : undefined),
		drivingDistance: async () => 6_234,
		drivingMatrix: async () => ({ seconds: [], meters: [] }),
		drivingLine: async () => [],
		drawMap: async () => ({ body: Buffer.from(''), contentType: 'image/svg+xml', maxAgeSeconds: 0 }),
		...changes,
	}
	return {
		deps: {
			maps,
			readTariff: async () => initialTariff,
			signer: createSigner(['a secret of at least thirty-two characters']),
			clock: { now: () => now },
			log: { warn: (_details: object, message: string) => warnings.push(message) },
			lookupTimeoutMs: 50,
		},
		warnings,
		passMinutes(minutes: number) {
			now = new Date(now.getTime() + minutes * 60_000)
		},
	}
}

const quoteFor = (
	shop: ReturnType<typeof shopWith>,
	target = { lugar_id: house.lugar_id } as Parameters<typeof quoteDelivery>[1],
) => quoteDelivery(shop.deps, target)

/** The failure with which a quote is refused. */
async function refusalOf(shop: ReturnType<typeof shopWith>, target: Parameters<typeof quoteDelivery>[1]) {
	const error = await quoteDelivery(shop.deps, target).catch((thrown: unknown) => thrown)
	if (!(error instanceof FailureAnswer)) throw new Error('the quote was not refused', { cause: error })
	return error.failure
}

const claimOf = ({ cotizacion, lugar_id }: QuoteDeliveryAnswer) => ({ cotizacion, lugar_id })

test('measures and prices a picked place', async () => {
	expect(await quoteFor(shopWith())).toMatchObject({
		distancia_m: 6_234,
		costo: 3_500,
		gratis: false,
		fuera_de_cobertura: false,
		direccion: house.direccion,
		comuna: 'Providencia',
		lat: house.lat,
		lng: house.lng,
		en_rm: true,
		sin_medir: false,
	})
})

test('places a written address and returns the id of its place', async () => {
	const quote = await quoteFor(shopWith(), { direccion: 'Avenida Providencia 1234, 502' })
	expect(quote).toMatchObject({ lugar_id: house.lugar_id, costo: 3_500 })
})

test('charges the quoted amount, though the road is longer a minute later', async () => {
	let distancia_m = 4_990
	const shop = shopWith({ drivingDistance: async () => distancia_m })
	const seen = await quoteFor(shop)
	distancia_m = 5_010
	shop.passMinutes(29)
	expect(readQuote(shop.deps, claimOf(seen))).toMatchObject({ distancia_m: 4_990, costo: 0, gratis: true })
})

test('rejects a quote after 30 minutes', async () => {
	const shop = shopWith()
	const seen = await quoteFor(shop)
	expect(seen.vence).toBe('2026-03-02T15:30:00.000Z')
	shop.passMinutes(30)
	expect(readQuote(shop.deps, claimOf(seen))).toBeUndefined()
})

test('rejects a quote of another place, altered, or signed with another secret', async () => {
	const shop = shopWith()
	const { cotizacion, lugar_id } = await quoteFor(shop)
	expect(readQuote(shop.deps, { cotizacion, lugar_id: 'c-abc-9999' })).toBeUndefined()
	const [body = '', mac = ''] = cotizacion.split('.')
	const cheaper = JSON.parse(Buffer.from(body, 'base64url').toString())
	cheaper.p.costo = 0
	const forged = `${Buffer.from(JSON.stringify(cheaper)).toString('base64url')}.${mac}`
	expect(readQuote(shop.deps, { cotizacion: forged, lugar_id })).toBeUndefined()
	const foreignSigner = createSigner(['another secret of thirty-two characters'])
	expect(readQuote({ ...shop.deps, signer: foreignSigner }, { cotizacion, lugar_id })).toBeUndefined()
	for (const nonsense of ['', '.', 'x.y', cotizacion.slice(0, -4)]) {
		expect(readQuote(shop.deps, { cotizacion: nonsense, lugar_id })).toBeUndefined()
	}
})

test('rejects an unknown place id', async () => {
	for (const target of [{ lugar_id: 'c-nowhere' }, { direccion: 'Calle Inventada 1' }]) {
		expect(await refusalOf(shopWith(), target)).toMatchObject({ failure: 'direccion_desconocida' })
	}
})

test('charges nothing beyond 15 km, and says so', async () => {
	const shop = shopWith({ drivingDistance: async () => 15_001 })
	expect(await quoteFor(shop)).toMatchObject({ costo: 0, gratis: false, fuera_de_cobertura: true, sin_medir: false })
})

test('delivers nothing where no road leads', async () => {
	const shop = shopWith({ drivingDistance: async () => undefined })
	const expected = { distancia_m: null, costo: 0, gratis: false, fuera_de_cobertura: true, sin_medir: false }
	expect(await quoteFor(shop)).toMatchObject(expected)
})

test('returns sin_medir with cost 0 and the place when the distance fails', async () => {
	const abroad = { ...house, en_rm: false }
	const shop = shopWith({
		locate: async () => abroad,
		drivingDistance: async () => {
			throw new MapsUnavailable('503')
		},
	})
	const quote = await quoteFor(shop, { direccion: 'Avenida Providencia 1234' })
	const { lugar_id, direccion, comuna, lat, lng, en_rm } = abroad
	const nothing = { distancia_m: null, costo: 0, gratis: false, fuera_de_cobertura: false }
	expect(quote).toMatchObject({ ...nothing, lugar_id, direccion, comuna, lat, lng, en_rm })
	expect(quote).toMatchObject({ sin_medir: true })
	expect(readQuote(shop.deps, claimOf(quote))).toMatchObject({ sin_medir: true, costo: 0 })
	expect(shop.warnings).toHaveLength(1)
})

test('treats a late provider as failing', async () => {
	const shop = shopWith({ place: () => new Promise(() => {}) })
	const unknown = { sin_medir: true, costo: 0, comuna: null, lat: null, lng: null, en_rm: true }
	expect(await quoteFor(shop)).toMatchObject({ ...unknown, lugar_id: house.lugar_id, direccion: '' })
})

test('returns the written address when it cannot be searched now', async () => {
	const shop = shopWith({ locate: () => Promise.reject(new MapsUnavailable('503')) })
	const direccion = 'Moneda 970, 502'
	expect(await quoteFor(shop, { direccion })).toMatchObject({ sin_medir: true, lugar_id: '', direccion })
})

const namesake = (comuna: string) => ({
	lugar_id: `c-${comuna}`,
	texto: 'San Martín 450',
	detalle: `${comuna}, Región Metropolitana`,
})

test('rejects an address in several communes with all of them as options', async () => {
	const opciones = [namesake('La Granja'), namesake('Santiago'), namesake('San Bernardo')]
	const shop = shopWith({ suggest: async () => opciones })
	expect(await refusalOf(shop, { direccion: 'San Martín 450, depto 3' })).toEqual({
		failure: 'direccion_desconocida',
		text: 'Hay más de una «San Martín 450»: en La Granja, Santiago y San Bernardo. Elige tu dirección de la lista.',
		extra: { opciones },
	})
})

test('rejects an ambiguous address with its options, without naming communes', async () => {
	const opciones = [namesake('Santiago'), { ...namesake('La Granja'), texto: 'San Martín 4500' }]
	const shop = shopWith({ suggest: async () => opciones })
	expect(await refusalOf(shop, { direccion: 'San Martín 45' })).toMatchObject({
		text: 'Elige tu dirección de la lista.',
		extra: { opciones },
	})
})

test('rejects an unknown address although its suggestions fail', async () => {
	const shop = shopWith({ suggest: () => Promise.reject(new MapsUnavailable('503')) })
	expect(await refusalOf(shop, { direccion: 'Calle Inventada 1' })).toMatchObject({
		failure: 'direccion_desconocida',
		text: 'Elige tu dirección de la lista.',
		extra: { opciones: [] },
	})
	expect(shop.warnings).toHaveLength(1)
})

test('asks for the house number beside a whole street when it is unclear, and never beside a landmark', async () => {
	const street = shopWith({ place: async () => ({ ...house, isStreet: true }) })
	const target = { lugar_id: 'c-abc', casa: 'unclear' } as const
	expect(await refusalOf(street, target)).toMatchObject({
		failure: 'numero_de_casa',
		text: expect.stringContaining('¿Qué número'),
	})
	expect(await quoteFor(shopWith(), { ...target, lugar_id: house.lugar_id })).toMatchObject({ costo: 3_500 })
})
