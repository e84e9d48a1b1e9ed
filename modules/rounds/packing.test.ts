import { expect, test } from 'vitest'
import { navigationApps } from './navigation.ts'
import { packingList } from './packing.ts'

test('sums the packing list by colour over all orders', () => {
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

test("formats the drivers' links with decimal points, latitude before longitude", () => {
	for (const { address } of navigationApps) expect(address({ lat: -33.437, lng: -70.63 })).toContain('-33.437%2C-70.63')
})
