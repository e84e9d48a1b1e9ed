import { expect, test } from 'vitest'
import type { FoundOrder } from '#modules/search/shapes.ts'
import { defaultIndex, foundText, ownerText, reasonText } from './order-search.tsx'

const order = {
	id: 'a',
	nro_orden: 1042,
	estado: 'pagada',
	total: 29_990,
	dinero: 'pagada',
	devuelto: 0,
	por_devolver: 0,
	created_at: '2026-11-20T15:00:00Z',
	nombre: 'José Núñez',
	email: 'jose@correo.cl',
	telefono: '912345678',
	direccion: 'Los Leones 12, Ñuñoa',
	por: 'palabras',
	codigo: null,
} as FoundOrder

test.each([
	[{ por: 'autorizacion', codigo: '1213' }, '1213', 'Código de autorización 1213'],
	[{ por: 'telefono' }, '5678', '+56 9 1234 5678'],
	[{}, 'ñuñ', 'Los Leones 12, Ñuñoa'],
	[{}, 'jose leo', 'Los Leones 12, Ñuñoa'],
	[{}, 'nunez', 'jose@correo.cl'],
] as const)('an order found by %j with the text "%s" shows %s', (changes, typed, text) => {
	expect(reasonText({ ...order, ...changes }, typed)).toBe(text)
})

test('an order found by number shows its date, and one without a customer shows a placeholder', () => {
	expect(reasonText({ ...order, por: 'numero' }, '1042')).toMatch(/^20[ -]nov/)
	expect(ownerText(order)).toBe('José Núñez')
	expect(ownerText({ nombre: '', email: '' })).toBe('Sin nombre')
})

test('a finished search states the number of orders', () => {
	expect([foundText(0, false), foundText(1, false), foundText(3, false)]).toEqual([
		'Ninguna orden coincide.',
		'1 orden. Enter la abre.',
		'3 órdenes. Usa las flechas para elegir.',
	])
	expect(foundText(8, true)).toContain('hay más')
})

test('Enter opens the only order or the one with the exact number, otherwise none', () => {
	const longer = { ...order, id: 'b', nro_orden: 10_420, por: 'numero' } as const
	const named = { ...order, por: 'numero' } as const
	expect(defaultIndex([order], 'jose')).toBe(0)
	expect(defaultIndex([longer, named], '#1042')).toBe(1)
	expect(defaultIndex([longer, order], '1042')).toBeUndefined()
	expect(defaultIndex([], '1042')).toBeUndefined()
})
