import { expect, test } from 'vitest'
import { navigationApps } from './navigation.ts'
import { packingList } from './packing.ts'

test('the packing list sums each colour over all orders', () => {
	const orders = [
		{ unidades: [{ color: 'Negro', cantidad: 1 }] },
		{
			unidades: [
				{ color: 'Rosado', cantidad: 3 },
				{ color: 'Negro', cantidad: 1 },
			],
		},
	]
	expect(packingList(orders)).toEqual([
		{ color: 'Rosado', cantidad: 3 },
		{ color: 'Negro', cantidad: 2 },
	])
	expect(packingList([])).toEqual([])
})

test('the links of drivers carry a position with points, in the order of latitude and longitude', () => {
	for (const { address } of navigationApps) expect(address({ lat: -33.437, lng: -70.63 })).toContain('-33.437%2C-70.63')
})
