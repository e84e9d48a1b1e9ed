import { describe, expect, it } from 'vitest'
import { formatRut, isRut, normalizeRut } from '#core/rules/rut.ts'

describe('a RUT', () => {
	it.each(['12.345.678-5', '76192083-9', '97.036.000-K', '10.000.013-k', '7.654.321-6', '111111111'])(
		'has the check digit of %s',
		(rut) => expect(isRut(rut)).toBe(true),
	)

	it.each([
		'12.345.678-9',
		'10.000.013-0',
		'76.192.038-9',
		'123-6',
		'76.192.083',
		'112.345.678-5',
		'12.345.678-55',
		'por definir',
		'',
	])('is not %j', (rut) => expect(isRut(rut)).toBe(false))

	it.each([
		['12.345.678-5', '12345678-5', '12.345.678-5'],
		[' 10000013k ', '10000013-K', '10.000.013-K'],
		['7654321-6', '7654321-6', '7.654.321-6'],
	])('is %j, %s for the tax authority and %s for people', (text, bare, shown) => {
		expect(normalizeRut(text)).toBe(bare)
		expect(formatRut(text)).toBe(shown)
	})

	it('has no other form when it is invalid', () => {
		expect(normalizeRut('12.345.678-9')).toBeUndefined()
		expect(formatRut('por definir')).toBe('por definir')
	})
})
