import { expect, test } from 'vitest'
import { houseNumberOf, unpricedNumber } from './house-number.ts'

test.each([
	['4501', 4501],
	['N° 4501 depto 12', 4501],
	['número 4501', 4501],
	['al 4501', 4501],
	['4.501', 4501],
	['004501', 4501],
	['número: 4501', 4501],
	['N°: 4501', 4501],
	['(4501)', 4501],
	['# 4501', 4501],
	['999999', 999_999],
	['depto. 999999', undefined],
	['depto 504', undefined],
	['', undefined],
])('"%s" begins with the house number %s', (numero, house) => {
	expect(houseNumberOf(numero)).toBe(house)
})

const street = { direccion: 'Avenida Irarrázaval, Ñuñoa', numero: null }
const house = { direccion: 'Avenida Irarrázaval 2401, Ñuñoa', numero: 2401 }
const julio = { direccion: '10 de Julio, Santiago', numero: null }
const pasaje = { direccion: 'Pasaje 12, Maipú', numero: null }

test.each([
	// A street that was priced as a whole
	['Avenida Irarrázaval, Ñuñoa, 5000', street, 5000],
	['Irarrázaval 5000, depto 12', street, 5000],
	['Irarrázaval, N° 5.000', street, 5000],
	['Irarrázaval, 999999', street, 999_999],
	['Avenida Irarrázaval, Ñuñoa, número: 005000', street, 5000],
	['Avenida Irarrázaval, Ñuñoa, depto 5000', street, undefined],
	['Avenida Irarrázaval, Ñuñoa,', street, undefined],
	// A house that was priced
	['Irarrázaval 2401, 504', house, undefined],
	['Irarrázaval 2401 depto 504', house, undefined],
	['Avenida Irarrázaval, Ñuñoa, 2401 depto 3', house, undefined],
	['Torre Sur, Irarrázaval 2401', house, undefined],
	['Irarrázaval 5000', house, 5000],
	['Irarrázaval 5000, depto 2401', house, 5000],
	['Irarrázaval 5000, 2401', house, 5000],
	['Avenida Irarrázaval, Ñuñoa, 45', house, 45],
	// A number that belongs to the name of the street
	['10 de Julio, 560', julio, 560],
	['10 de julio, depto 5', julio, undefined],
	['Pasaje 12, Maipú, 345', pasaje, 345],
	['Pasaje 12 345', pasaje, 345],
	['Pasaje 12', pasaje, undefined],
	['Irarrázaval 12.401, Ñuñoa', { direccion: 'Avenida Irarrázaval 12.401', numero: 12_401 }, undefined],
	['Irarrázaval 2.401', house, undefined],
	[' , Irarrázaval 5000', street, 5000],
	['Ñuñoa, Irarrázaval 5000', street, 5000],
	['Julio 560, Santiago', julio, 560],
	['Pasaje 12 12', { direccion: 'Pasaje 12 12, Maipú', numero: 12 }, undefined],
] as const)('"%s" names a house that %j does not know: %s', (written, priced, number) => {
	expect(unpricedNumber(written, priced)).toBe(number)
})
