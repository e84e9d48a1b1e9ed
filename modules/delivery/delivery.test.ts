import { describe, expect, test } from 'vitest'
import {
	formatDireccion,
	formatDistance,
	isEmptyDireccion,
	joinDireccion,
	pickupHours,
	pickupPlace,
	resolveTipoEntrega,
} from '#modules/delivery/delivery.ts'

test.each(['', ',', ' , ', '   '])(
	'treats an order without a kind and with the address "%s" as a pickup',
	(direccion) => {
		expect(resolveTipoEntrega(undefined, direccion)).toBe('retiro')
	},
)

test('treats an order without a kind and with an address as a delivery', () => {
	expect(resolveTipoEntrega(undefined, 'Avenida Providencia 1234, 502')).toBe('despacho')
	expect(resolveTipoEntrega(undefined, ', 502')).toBe('despacho')
})

test('keeps a stated kind whatever the address', () => {
	expect(resolveTipoEntrega('retiro', 'Avenida Providencia 1234')).toBe('retiro')
	expect(resolveTipoEntrega('despacho', ',')).toBe('despacho')
})

test('joins street and apartment with a comma', () => {
	expect(joinDireccion(' Avenida Providencia 1234 ', 'Depto 502')).toBe('Avenida Providencia 1234, Depto 502')
	expect(isEmptyDireccion(joinDireccion('', ''))).toBe(true)
	expect(joinDireccion('Moneda 970\tSantiago', 'Depto\t\u00072')).toBe('Moneda 970 Santiago, Depto 2')
})

test('displays an address without the comma of an empty field', () => {
	expect(formatDireccion(joinDireccion('Moneda 970, Santiago', ''))).toBe('Moneda 970, Santiago')
	expect(formatDireccion(', 502')).toBe('502')
	expect(formatDireccion('Apoquindo 4700, Las Condes,Of 1203')).toBe('Apoquindo 4700, Las Condes, Of 1203')
	expect(formatDireccion('Irarrázaval 2401,Ñuñoa,1203')).toBe('Irarrázaval 2401, Ñuñoa, 1203')
	expect(formatDireccion('Ruta 68 km 12,5, Pudahuel')).toBe('Ruta 68 km 12,5, Pudahuel')
	expect(formatDireccion(',')).toBe('')
})

test('displays a distance rounded to a tenth of a kilometre and as approximate', () => {
	expect(formatDistance(6_234)).toBe('aprox. 6,2 km')
	expect(formatDistance(12_000)).toBe('aprox. 12,0 km')
	expect(formatDistance(480)).toBe('aprox. 0,5 km')
})

describe('the pickup place', () => {
	test.each([
		['Baquedano', 'metro Baquedano'],
		['Metro Los Leones', 'metro Los Leones'],
		['Estación Metro Tobalaba', 'metro Tobalaba'],
		['metro  Baquedano ', 'metro Baquedano'],
		['Estación Central', 'metro Central'],
		['Plaza Metro Norte', 'metro Plaza Metro Norte'],
		['', 'metro'],
	])('writes the station "%s" as %s', (estacion, text) => {
		expect(pickupPlace(estacion)).toBe(text)
	})
})

describe('the pickup hours', () => {
	test.each([
		[null, 0, null],
		['de lunes a viernes', 0, 'de lunes a viernes'],
		['de lunes a viernes', 1, 'de lunes a viernes, con al menos 1 hora de aviso'],
		[null, 24, 'a la hora que acordemos, con al menos 24 horas de aviso'],
	] as const)('writes the pickup hours %s with %i hours of notice', (horario, hours, reported) => {
		expect(pickupHours(horario, hours)).toBe(reported)
	})
})
