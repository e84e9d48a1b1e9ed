import { describe, expect, test } from 'vitest'
import { initialTariff, tariffValue } from '#modules/delivery/tariff.ts'
import { draftOf, readDraft, tariffDraft, typedTariff } from '#modules/settings/web/setting-draft.ts'

test.each([
	['limite_unidades_linea', ' 12 ', 12],
	['cupon_usos', '1.500', 1_500],
	['cupon_usos', '', null],
	['cupon_hasta', '2026-12-31', '2026-12-31'],
	['cupon_hasta', '', null],
] as const)('%s with the draft "%s" is read as %j', (key, draft, value) => {
	expect(readDraft(key, draft)).toEqual({ value })
})

test('readDraft rejects an invalid number, and draftOf returns the text of a stored value', () => {
	expect(readDraft('limite_unidades_linea', 'veinte')).toEqual({ problem: 'Escribe un número entero de 1 a 999.' })
	expect(readDraft('limite_unidades_linea', '')).toEqual({ problem: 'Escribe un número.' })
	expect([draftOf('cupon_usos', 20), draftOf('cupon_usos', null), draftOf('cupon_hasta', '2026-12-31')]).toEqual([
		'20',
		'',
		'2026-12-31',
	])
})

describe('tariff', () => {
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
})
