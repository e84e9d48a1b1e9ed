import { expect, test } from 'vitest'
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
