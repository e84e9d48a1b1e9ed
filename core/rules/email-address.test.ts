import { expect, it } from 'vitest'
import { readEmail } from '#core/rules/email-address.ts'

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
