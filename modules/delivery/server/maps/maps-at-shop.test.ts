import { expect, test } from 'vitest'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { createEmbeddedMaps } from './embedded-maps.ts'
import type { Position } from './maps.ts'
import { createMapsAtShop } from './maps-at-shop.ts'

test("measures from the shop's current position, and opens the provider once per position", async () => {
	let shop: Position = defaultShop
	const opened: Position[] = []
	const open = (at: Position) => {
		opened.push(at)
		return createEmbeddedMaps(at)
	}
	const maps = createMapsAtShop({ readPosition: async () => shop, open }, defaultShop)
	const place = await maps.locate('Avenida Irarrázaval 2401, Ñuñoa')
	if (!place) throw new Error('the street is known')
	const before = await maps.drivingDistance(place)
	expect(await maps.drivingDistance(place)).toBe(before)
	expect(opened).toHaveLength(1)
	shop = { lat: -33.45339, lng: -70.60325 }
	const after = await maps.drivingDistance(place)
	expect(after).toBeLessThan(before ?? 0)
	await maps.drivingDistance(place)
	expect(opened).toHaveLength(2)
})
