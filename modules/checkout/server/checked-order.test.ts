import { expect, test } from 'vitest'
import { createSigner } from '#core/server/platform/secrets.ts'
import { checkOrder } from '#modules/checkout/server/write-order.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { MapsProvider, Place } from '#modules/delivery/server/maps/maps.ts'
import { quoteDelivery } from '#modules/delivery/server/quote-delivery.ts'
import { initialTariff } from '#modules/delivery/tariff.ts'
import { readEnvironment } from '#modules/lists/environment.ts'
import { hooks } from '#modules/lists/hooks.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'

const house: Place = {
	lugar_id: 'c-abc-1234',
	direccion: 'Avenida Providencia 1234, Providencia',
	comuna: 'Providencia',
	lat: -33.4289,
	lng: -70.6201,
	en_rm: true,
}
const settings: ShopSettings = {
	publicUrl: 'https://premiumshaker.cl',
	gateways: ['flow'],
	discountCode: 'SHAKER5000',
	variables: readEnvironment({}),
}

/** A shop whose map measures `metres` to the house and finds no other place. */
function shopWith({ metres = 6234, place = house }: { metres?: number; place?: Place } = {}) {
	const maps: MapsProvider = {
		name: 'embedded',
		attribution: '',
		warm: async () => {},
		suggest: async () => [],
		place: async (lugar_id) => (lugar_id === place.lugar_id ? place : undefined),
		locate: async () => undefined,
		drivingDistance: async () => metres,
		drivingMatrix: async () => ({ seconds: [], meters: [] }),
		drivingLine: async () => [],
		drawMap: async () => ({ body: Buffer.from(''), contentType: 'image/svg+xml', maxAgeSeconds: 0 }),
	}
	const clock = { now: () => new Date('2026-03-02T15:00:00Z') }
	const signer = createSigner(['a secret of at least thirty-two characters'])
	return { maps, clock, signer, hooks, log: { warn: () => {} }, settings, readTariff: async () => initialTariff }
}

const request: PlaceOrderRequest = {
	carrito: [],
	total: 0,
	telefono: '+56 9 1234 5678',
	direccion: '',
	metodo_pago: 'flow',
	tipo_entrega: 'despacho',
	lugar_id: house.lugar_id,
}

test('charges the distance that the map measures to the picked place, and stores its coordinates', async () => {
	expect(await checkOrder(shopWith(), request)).toMatchObject({
		telefono: '912345678',
		delivery: { despacho: 3500, distancia_m: 6234, comuna: 'Providencia', despacho_sin_medir: false },
	})
})

test('charges the quoted amount although the map measures another distance later', async () => {
	const { cotizacion } = await quoteDelivery(shopWith(), { lugar_id: house.lugar_id })
	const now = shopWith({ metres: 14_000 })
	expect(await checkOrder(now, { ...request, cotizacion })).toMatchObject({ delivery: { despacho: 3500 } })
	expect(await checkOrder(now, { ...request, cotizacion: 'forged' })).toMatchObject({ delivery: { despacho: 4000 } })
})

test('marks an order whose distance no map could measure', async () => {
	const shop = shopWith()
	const drivingDistance = () => Promise.reject(new Error('the map is away'))
	expect(await checkOrder({ ...shop, maps: { ...shop.maps, drivingDistance } }, request)).toMatchObject({
		delivery: { despacho: 0, despacho_sin_medir: true },
	})
})

const street: Place = {
	...house,
	lugar_id: 'c-abc',
	direccion: 'Avenida Providencia, Providencia',
	isStreet: true,
}

/**
 * A shop whose map measures 2.8 km to the middle of the street and 7.3 km to house 5000, the last one of the
 * street.
 */
function shopOnAvenue() {
	const shop = shopWith()
	const far: Place = {
		...house,
		lugar_id: 'c-abc-5000',
		direccion: 'Avenida Providencia 5000, Providencia',
		numero: 5000,
	}
	const maps: MapsProvider = {
		...shop.maps,
		place: async (lugar_id, _session, number) => (number === 5000 || lugar_id === far.lugar_id ? far : street),
		locate: async (direccion) => (direccion.includes('5000') ? far : undefined),
		drivingDistance: async ({ lugar_id }) => (lugar_id === far.lugar_id ? 7_300 : 2_800),
	}
	return { ...shop, maps }
}

async function shownFor(shop: ReturnType<typeof shopWith>, lugar_id: string): Promise<string> {
	return (await quoteDelivery(shop, { lugar_id })).cotizacion
}

test('charges the distance to the house when the quote is of the street alone', async () => {
	const shop = shopOnAvenue()
	const cotizacion = await shownFor(shop, street.lugar_id)
	const order = { ...request, lugar_id: street.lugar_id, cotizacion }
	expect(await checkOrder(shop, { ...order, direccion: 'Avenida Providencia, Providencia, depto 50' })).toMatchObject({
		delivery: { despacho: 0, distancia_m: 2_800 },
	})
	for (const direccion of [
		'Avenida Providencia, Providencia, 5000',
		'Providencia 5000, depto 50',
		'Providencia, al 5.000',
	]) {
		expect(await checkOrder(shop, { ...order, direccion })).toMatchObject({
			delivery: { despacho: 3_500, distancia_m: 7_300, direccion: expect.stringContaining('5000, Providencia') },
		})
		expect(await checkOrder(shop, { ...order, cotizacion: undefined, direccion })).toMatchObject({
			delivery: { despacho: 3_500 },
		})
	}
})

test('rejects a house number that the street does not have, and a quote of another house', async () => {
	const shop = shopOnAvenue()
	const cotizacion = await shownFor(shop, street.lugar_id)
	const order = { ...request, lugar_id: street.lugar_id, cotizacion }
	const nowhere = checkOrder(shop, { ...order, direccion: 'Avenida Providencia, Providencia, 99999' })
	await expect(nowhere).rejects.toMatchObject({
		failure: {
			failure: 'direccion_desconocida',
			text: expect.stringContaining('No encontramos el número 99999 en Avenida Providencia, Providencia.'),
		},
	})
	const far = { ...request, lugar_id: 'c-abc-5000', cotizacion: await shownFor(shop, 'c-abc-5000') }
	await expect(checkOrder(shop, { ...far, direccion: 'Providencia 120' })).rejects.toThrow('direccion_desconocida')
	expect(await checkOrder(shop, { ...far, direccion: 'Providencia 5000, 120' })).toMatchObject({
		delivery: { despacho: 3_500 },
	})
})

test('rejects deliveries beyond 15 km, and cash outside the Región Metropolitana', async () => {
	await expect(checkOrder(shopWith({ metres: 15_001 }), request)).rejects.toThrow('fuera_de_cobertura')
	const shop = shopWith({ place: { ...house, en_rm: false } })
	await expect(checkOrder(shop, { ...request, metodo_pago: 'efectivo' })).rejects.toThrow('solo_rm')
	expect(await checkOrder(shop, request)).toMatchObject({ delivery: { despacho: 3500 } })
	expect(await checkOrder(shop, { ...request, metodo_pago: 'efectivo', tipo_entrega: 'retiro' })).toMatchObject({
		delivery: { despacho: 0, direccion: '' },
	})
})
