import { expect, test } from 'vitest'
import { initialTariff, tariffValue } from '#modules/delivery/tariff.ts'
import { tariffDraft, typedTariff } from './tariff-draft.ts'

test('a tariff survives a round trip through its draft', () => {
	expect(tariffDraft(initialTariff)).toBe('5:0\n8:3500\n15:4000')
	expect(typedTariff(tariffDraft(initialTariff))).toBe(tariffValue(initialTariff))
})

test.each([
	['2,5:gratis\n8: $3.500 ', '2500:0,8000:3500'],
	['2.5:\n8:3500', '2500:0,8000:3500'],
	['5:barato', '5000:NaN'],
	['lejos:3500', 'NaN:3500'],
	['5:3.50', '5000:NaN'],
])('the tariff draft %j is stored as %s', (draft, stored) => {
	expect(typedTariff(draft)).toBe(stored)
})
