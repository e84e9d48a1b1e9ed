import { describe, expect, it } from 'vitest'
import { mapPath } from '#modules/delivery/web/delivery-map.tsx'

describe('the map of the checkout', () => {
	it('shows all of Santiago until an address is chosen', () => {
		expect(mapPath(undefined)).toBe('/api/mapas/mapa.svg?zoom=12')
	})

	it('shows the chosen address closely', () => {
		expect(mapPath({ lat: -33.42, lng: -70.61 }, { isDark: true, isNarrow: true })).toBe(
			'/api/mapas/mapa.svg?lat=-33.42&lng=-70.61&zoom=16&oscuro=1&formato=angosto',
		)
	})
})
