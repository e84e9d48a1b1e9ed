import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
	brokenPasswordRule,
	formatPhone,
	formatRut,
	isPhone,
	isRut,
	normalizePassword,
	normalizeRut,
	phoneDigits,
	readEmail,
	splitName,
} from '#core/rules/person-data.ts'

describe('email address', () => {
	it.each([
		['  Ana.Rojas@Gmail.COM ', 'ana.rojas@gmail.com'],
		['a@b.cl', 'a@b.cl'],
		["o'higgins+tienda@correo.example", "o'higgins+tienda@correo.example"],
		['ana@xn--muoz-hqa.cl', 'ana@xn--muoz-hqa.cl'],
		['ventas@ñandu.cl', 'ventas@xn--andu-fqa.cl'],
		['Ventas@ÑANDÚ.cl', 'ventas@xn--and-6ma2c.cl'],
		['ventas@n\u0303andu.cl', 'ventas@xn--andu-fqa.cl'],
		['ventas@ejemplo.cl\u200b', 'ventas@ejemplo.cl'],
		['\u2068ventas@ejemplo.cl\u2069\u00a0', 'ventas@ejemplo.cl'],
		['ventas＠ejemplo．cl', 'ventas@ejemplo.cl'],
	])('reads %j as %j', (text, email) => {
		expect(readEmail(text)).toBe(email)
	})

	it.each([
		'',
		'ana',
		'ana@',
		'@correo.cl',
		'ana@localhost',
		'ana@correo..cl',
		'ana@-correo.cl',
		'ventas@ejemplo,cl',
		'ñandu@correo.cl',
		'ana@ñandu',
		'ana@ñandu.cl/x',
		'ana@ña ndu.cl',
		'a@b@ñandu.cl',
		'ana rojas@correo.cl',
		'ana@correo.cl\u0000',
		'ana@correo.cl\nbcc: otra@correo.cl',
		'аna@correo.cl',
		`${'a'.repeat(65)}@correo.cl`,
		`a@${'b.'.repeat(130)}cl`,
	])('rejects %j as an address', (text) => {
		expect(readEmail(text)).toBeUndefined()
	})
})

describe('person name', () => {
	test.each([
		['Ana Rojas', 'Ana', 'Rojas'],
		['  María  José de la   Fuente ', 'María', 'José de la Fuente'],
		['Ana', 'Ana', ''],
		['  ', '', ''],
	])('splits "%s" into "%s" and "%s"', (name, nombre, apellido) => {
		expect(splitName(name)).toEqual({ nombre, apellido })
	})
})

describe('phone', () => {
	it('keeps the last nine digits of any text', () => {
		expect(phoneDigits('+56 9 8765 4321')).toBe('987654321')
		expect(phoneDigits('(09) 8765-4321')).toBe('987654321')
		fc.assert(
			fc.property(fc.string(), (typed) => {
				expect(phoneDigits(typed)).toMatch(/^\d{0,9}$/)
			}),
		)
	})

	it('accepts exactly nine digits', () => {
		expect(isPhone('987654321')).toBe(true)
		expect(isPhone('98765432')).toBe(false)
		expect(isPhone('9876543210')).toBe(false)
	})

	it('formats a phone in the Chilean way', () => expect(formatPhone('987654321')).toBe('+56 9 8765 4321'))
})

describe('rut', () => {
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
})

describe('password rules', () => {
	describe('a new password', () => {
		it.each([
			['', 'clave_corta'],
			['1234567', 'clave_corta'],
			['12345678', undefined],
			['contraseña', undefined],
			['пароль12', undefined],
			['密码密码密码密码', undefined],
			['🔑🔑🔑🔑🔑🔑🔑', 'clave_corta'],
			['🔑🔑🔑🔑🔑🔑🔑🔑', undefined],
			['a'.repeat(128), undefined],
			['🔑'.repeat(128), undefined],
			['a'.repeat(129), 'clave_larga'],
		])('rejects %j with %s', (password, rule) => {
			expect(brokenPasswordRule(password)).toBe(rule)
		})

		it('is equal whether ñ was typed as one character or as two', () => {
			expect(normalizePassword('contrasen\u0303a')).toBe(normalizePassword('contraseña'))
			expect(brokenPasswordRule('n\u0303'.repeat(7))).toBe('clave_corta')
		})
	})
})
