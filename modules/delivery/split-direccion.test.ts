import { expect, test } from 'vitest'
import { joinDireccion } from './delivery.ts'
import { splitDireccion, splitInterior } from './split-direccion.ts'

test.each([
	['Moneda 970, Santiago, Depto 504', 'Moneda 970, Santiago', 'Depto 504'],
	['Avenida Irarrázaval 1500, Ñuñoa, torre B, depto 12', 'Avenida Irarrázaval 1500, Ñuñoa', 'torre B, depto 12'],
	['Avenida Apoquindo, Las Condes, 4501', 'Avenida Apoquindo, Las Condes', '4501'],
	['Moneda 970, depto 502, Santiago, Región Metropolitana', 'Moneda 970, Santiago, Región Metropolitana', 'depto 502'],
	['Moneda 970 Depto. 502, Santiago', 'Moneda 970, Santiago', 'Depto. 502'],
	['Moneda 970, Comuna de Santiago, Depto 504', 'Moneda 970, Comuna de Santiago', 'Depto 504'],
	['Casa Colorada', 'Casa Colorada', ''],
	['Moneda 970, Santiago,', 'Moneda 970, Santiago', ''],
	[',', '', ''],
])('splits "%s" into the street "%s" and the apartment "%s"', (direccion, calle, numero) => {
	expect(splitDireccion(direccion)).toEqual({ calle, numero })
})

test('splits a joined address into its parts', () => {
	const parts = { calle: 'Los Leones 1250, Providencia', numero: 'Depto 504' }
	expect(splitDireccion(joinDireccion(parts.calle, parts.numero))).toEqual(parts)
})

test.each([
	['Moneda 970, Santiago, Depto 504', 'Moneda 970, Santiago', 'Depto 504'],
	['Moneda 970 depto 504', 'Moneda 970', 'depto 504'],
	['12 de Octubre, 340', '12 de Octubre, 340', ''],
	['Avenida Apoquindo, 4501 depto 3', 'Avenida Apoquindo, 4501 depto 3', ''],
	['Moneda 970,', 'Moneda 970', ''],
	[',', '', ''],
])('splits "%s" for couriers into "%s" and "%s"', (direccion, calle, interior) => {
	expect(splitInterior(direccion)).toEqual({ calle, interior })
})
