import { expect, test } from 'vitest'
import { draftOf, readDraft } from './setting-draft.ts'

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
