import { expect, test } from 'vitest'
import { readOrderSearch } from './order-search.ts'

test.each([
	'+56 9 1234 5678',
	'+56912345678',
	'56 9 1234-5678',
	'0056 9 1234 5678',
	'9 1234 5678',
	'(9) 1234 5678',
	'09.1234.5678',
	'912345678',
])('reads %s as a telephone', (typed) => {
	expect(readOrderSearch(typed)?.telefono).toBe('912345678')
})

test('requires the last four digits of a telephone or more', () => {
	expect(readOrderSearch('1234 5678')?.telefono).toBe('12345678')
	expect(readOrderSearch('5678')?.telefono).toBe('5678')
	expect(readOrderSearch('678')?.telefono).toBeUndefined()
	expect(readOrderSearch('1234567890123456')).toEqual({ codigo: '1234567890123456' })
})

test.each([
	['1042', { numero: '1042', folio: '1042', codigo: '1042', telefono: '1042' }],
	['1.042', { numero: '1042', folio: '1042', codigo: '1042', telefono: '1042' }],
	['7', { numero: '7', folio: '7' }],
	['0007', { numero: '7', folio: '7', codigo: '0007', telefono: '0007' }],
	['#1042', { numero: '1042' }],
	[' orden  N° 1042 ', { numero: '1042' }],
	['pedido 1042', { numero: '1042' }],
	['Nro. 1042', { numero: '1042' }],
	['folio 88', { folio: '88' }],
	['Boleta N° 88', { folio: '88' }],
	['nota de crédito 88', { folio: '88' }],
])('reads %s as %j', (typed, search) => {
	expect(readOrderSearch(typed)).toEqual(search)
})

test.each([
	['José Núñez', { palabras: 'José Núñez' }],
	['ana@correo.cl', { palabras: 'ana@correo.cl' }],
	['Los Leones 1234', { palabras: 'Los Leones 1234' }],
	['Soto', { codigo: 'Soto', palabras: 'Soto' }],
	['a1b2c3', { codigo: 'a1b2c3', palabras: 'a1b2c3' }],
])('searches %s as %j', (typed, search) => {
	expect(readOrderSearch(typed)).toEqual(search)
})

test.each(['', '  ', 'c', '0', '000', '+', '---', 'é', '¿?'])('rejects "%s" as too short', (typed) => {
	expect(readOrderSearch(typed)).toBeUndefined()
})
