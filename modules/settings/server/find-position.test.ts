import { expect, test } from 'vitest'
import { createEmbeddedMaps } from '#modules/delivery/server/maps/embedded-maps.ts'
import { MapsUnavailable } from '#modules/delivery/server/maps/maps.ts'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { findPosition } from '#modules/settings/server/setting-routes.ts'

const maps = createEmbeddedMaps(defaultShop)

test('returns a valid position of the shop for an address', async () => {
	const found = await findPosition(maps, 'Avenida Irarrázaval 2401, Ñuñoa')
	expect(found).toMatchObject({ direccion: expect.stringContaining('Irarrázaval 2401') })
	expect(found).toHaveProperty('posicion', expect.stringMatching(/^-33\.4\d+, -70\.\d+$/))
})

test.each(['Calle Inventada 123, Providencia', '???'])('rejects %s as an address', async (direccion) => {
	await expect(findPosition(maps, direccion)).rejects.toThrow('direccion_desconocida')
})

test('rejects a street without a number, and one outside the region', async () => {
	const place = { lat: -33.45, lng: -70.6, lugar_id: 'x', direccion: 'Avenida Larga', comuna: null, en_rm: true }
	const street = { locate: async () => ({ ...place, isStreet: true }) }
	await expect(findPosition(street, 'Avenida Larga')).rejects.toMatchObject({
		failure: { text: 'Escribe la calle con su número.' },
	})
	const far = { locate: async () => ({ ...place, lat: -20.2, en_rm: false }) }
	await expect(findPosition(far, 'Baquedano 100, Iquique')).rejects.toThrow('direccion_desconocida')
})

test('returns servicio_ocupado while the maps do not answer', async () => {
	const silent = {
		locate: () => Promise.reject(new MapsUnavailable('nobody there')),
	}
	await expect(findPosition(silent, 'Moneda 970')).rejects.toThrow('servicio_ocupado')
})
