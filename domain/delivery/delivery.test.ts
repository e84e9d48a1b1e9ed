import { expect, test } from 'vitest'
import { formatDireccion, formatDistance, isEmptyDireccion, joinDireccion, resolveTipoEntrega } from './delivery.ts'

test.each(['', ',', ' , ', '   '])('an order without a kind and with the address "%s" is picked up', (direccion) => {
	expect(resolveTipoEntrega(undefined, direccion)).toBe('retiro')
})

test('an order without a kind and with an address is brought home', () => {
	expect(resolveTipoEntrega(undefined, 'Avenida Providencia 1234, 502')).toBe('despacho')
	expect(resolveTipoEntrega(undefined, ', 502')).toBe('despacho')
})

test('a stated kind is kept whatever the address says', () => {
	expect(resolveTipoEntrega('retiro', 'Avenida Providencia 1234')).toBe('retiro')
	expect(resolveTipoEntrega('despacho', ',')).toBe('despacho')
})

test('street and apartment are joined by a comma', () => {
	expect(joinDireccion(' Avenida Providencia 1234 ', 'Depto 502')).toBe('Avenida Providencia 1234, Depto 502')
	expect(isEmptyDireccion(joinDireccion('', ''))).toBe(true)
	expect(joinDireccion('Moneda 970\tSantiago', 'Depto\t\u00072')).toBe('Moneda 970 Santiago, Depto 2')
})

test('an address is read without the comma of an empty field', () => {
	expect(formatDireccion(joinDireccion('Moneda 970, Santiago', ''))).toBe('Moneda 970, Santiago')
	expect(formatDireccion(', 502')).toBe('502')
	expect(formatDireccion('Apoquindo 4700, Las Condes,Of 1203')).toBe('Apoquindo 4700, Las Condes, Of 1203')
	expect(formatDireccion('Irarrázaval 2401,Ñuñoa,1203')).toBe('Irarrázaval 2401, Ñuñoa, 1203')
	expect(formatDireccion('Ruta 68 km 12,5, Pudahuel')).toBe('Ruta 68 km 12,5, Pudahuel')
	expect(formatDireccion(',')).toBe('')
})

test('a distance is shown rounded to a tenth of a kilometre and as approximate', () => {
	expect(formatDistance(6_234)).toBe('aprox. 6,2 km')
	expect(formatDistance(12_000)).toBe('aprox. 12,0 km')
	expect(formatDistance(480)).toBe('aprox. 0,5 km')
})
