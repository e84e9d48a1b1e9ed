import { describe, expect, it } from 'vitest'
import { searchableAddress } from '#core/rules/text.ts'
import { type HouseReading, lacksReference, readHouse, unpricedHouse } from './house-number.ts'

describe('readHouse', () => {
	it.each([
		'4860',
		'004860',
		'4.860',
		'4 860',
		'4,860',
		'4·860',
		'4•860',
		'4_860',
		'4＿860',
		"4'860",
		'4’860',
		'4´860',
		'4 860',
		'４８６０',
		'４．８６０',
		'٤٨٦٠',
		'۴۸۶۰',
		'४८६०',
		'𝟒𝟖𝟔𝟎',
		'Nº 4860',
		'N° 4860',
		'N.º 4860',
		'№ 4860',
		'N°4860',
		'n 4860',
		'No. 4860',
		'No 4860',
		'no. 4.860',
		'nro 4860',
		'Nro. 4860',
		'núm. 4860',
		'número 4860',
		'numero: 4860',
		'N°: 4860',
		'# 4860',
		'#4860',
		'(4860)',
		'al 4860',
		'altura 4860',
		'a la altura del 4860',
		'4860-B',
		'4860 b',
		'4860 depto 12',
		'4860, depto. 1204',
		'4860 504',
		'4860/504',
		'4860 torre B depto 1204',
		'4860, 7500571',
		'7500571, N° 4860',
		'depto 12, N° 4860',
		'of 1 numero 4860',
		'frente al número 4860',
		'4860 segundo piso',
	])('reads "%s" as 4860', (numero) => {
		expect(readHouse(numero)).toBe(4860)
	})

	it.each([
		'',
		'depto 504',
		'depto 5000',
		'Dpto. N° 504-B',
		'of. 301-302',
		'oficina 1204 piso 12',
		'deptos 504 y 505',
		'casa 12',
		'Casa B',
		'casa tres',
		'torre B 504',
		'Torre 2, depto 1204',
		'block 14',
		'3er piso',
		'piso 3',
		'7500571',
		'portón verde',
		's/n',
		'timbre 12',
		'llamar al 912345678',
		'depto. 999999',
	])('finds no house number in "%s"', (numero) => {
		expect(readHouse(numero)).toBeUndefined()
	})

	it.each([
		'frente al 5000',
		'puerta 5000',
		'cinco mil',
		'5 mil',
		'casa 5000',
		'edificio 5000',
		'torre A 5000',
		'a 5000',
		'V°5000',
		'5OOO',
		'1 5000',
		'1, 5000',
		'504 4501',
		'12, 504',
		'50 00',
		'depto 1-5000',
		'depto 12 4501',
		'N° 1 o N° 5000',
		'km 12',
		'Ⅳ 五 5000',
	])('finds "%s" unclear', (numero) => {
		expect(readHouse(numero)).toBe('unclear')
	})
})

describe('searchableAddress', () => {
	it.each([
		['Apoquindo 4.501', 'Apoquindo 4501'],
		['Tobalaba 13.949', 'Tobalaba 13949'],
		['Apoquindo Nº 4501, depto N° 12', 'Apoquindo 4501, depto 12'],
		['7580126 Apoquindo 4501', 'Apoquindo 4501'],
		['Av. Providencia 1234, 7500571 Providencia', 'Av. Providencia 1234,  Providencia'],
		['Pasaje 12 345', 'Pasaje 12 345'],
		['10 de Julio 560', '10 de Julio 560'],
		['Moneda 970, 504', 'Moneda 970'],
		['Providencia1234', 'Providencia 1234'],
		['Apoquindo 4501, 1203', 'Apoquindo 4501'],
		['Apoquindo 4501,1203 , Las Condes', 'Apoquindo 4501, Las Condes'],
		['21 de Mayo 500, 12', '21 de Mayo 500'],
		['4501 Apoquindo', 'Apoquindo 4501'],
		['N° 4.501, Apoquindo, Las Condes', 'Apoquindo 4501, Las Condes'],
		['7580126 Apoquindo 4501', 'Apoquindo 4501'],
		['Apoquindo 5·000', 'Apoquindo 5000'],
		['Apoquindo 5_000', 'Apoquindo 5000'],
		['Los Leones s/n', 'Los Leones'],
		['Los Leones sin número', 'Los Leones'],
		['4 Oriente 345', '4 Oriente 345'],
		['Pasaje 12, 345', 'Pasaje 12, 345'],
		['Avenida 5, 1203', 'Avenida 5, 1203'],
		['Moneda 970, depto 504', 'Moneda 970, depto 504'],
	])('writes "%s" as "%s"', (typed, searched) => {
		expect(searchableAddress(typed)).toBe(searched)
	})
})

const street = { direccion: 'Avenida Irarrázaval, Ñuñoa', numero: null }
const house = { direccion: 'Avenida Irarrázaval 2401, Ñuñoa', numero: 2401 }
const julio = { direccion: '10 de Julio, Santiago', numero: null }
const pasaje = { direccion: 'Pasaje 12, Maipú', numero: null }
const abril = { direccion: 'Cinco de Abril, Maipú', numero: null }

describe('unpricedHouse', () => {
	const cases: readonly (readonly [string, { direccion: string; numero: number | null }, HouseReading])[] = [
		// A street that was priced as a whole
		['Avenida Irarrázaval, Ñuñoa, 5000', street, 5000],
		['Irarrázaval 5000, depto 12', street, 5000],
		['Irarrázaval No 5000', street, 5000],
		['Irarrázaval 5 000', street, 5000],
		['Irarrázaval frente al 5000', street, 5000],
		['Irarrázaval puerta 5000', street, 5000],
		['Irarrázaval cinco mil', street, 'unclear'],
		['Irarrázaval 5OOO', street, 'unclear'],
		['Irarrázaval, N° 5.000', street, 5000],
		['Irarrázaval, 5,000', street, 5000],
		['Irarrázaval, 999999', street, 999_999],
		['Avenida Irarrázaval, Ñuñoa, número: 005000', street, 5000],
		['Avenida Irarrázaval, Ñuñoa, frente al 5000', street, 'unclear'],
		['Avenida Irarrázaval, 7750000 Ñuñoa, depto 12', street, undefined],
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
		// A number that is part of the street's name
		['10 de Julio, 560', julio, 560],
		['10 de julio, depto 5', julio, undefined],
		['Cinco de Abril, portón verde', abril, undefined],
		['Pasaje 12, Maipú, 345', pasaje, 345],
		['Pasaje 12 345', pasaje, 345],
		['Pasaje 12', pasaje, undefined],
		['Irarrázaval 12.401, Ñuñoa', { direccion: 'Avenida Irarrázaval 12.401', numero: 12_401 }, undefined],
		['Irarrázaval 2.401', house, undefined],
		[' , Irarrázaval 5000', street, 5000],
		['Ñuñoa, Irarrázaval 5000', street, 5000],
		['Julio 560, Santiago', julio, 560],
		['Pasaje 12 12', { direccion: 'Pasaje 12 12, Maipú', numero: 12 }, undefined],
	]
	it.each(cases)('reads of "%s", where %j is priced, the house %s', (written, priced, number) => {
		expect(unpricedHouse(written, priced)).toBe(number)
	})
})

describe('lacksReference', () => {
	it.each([
		['Los Leones s/n', ''],
		['Los Leones', 's/n'],
		['Los Leones', 'S/N°'],
		['Los Leones', 'sin número'],
		['Los Leones S/N', 's/n, 2 A'],
	])('asks for one at "%s" with "%s"', (calle, numero) => {
		expect(lacksReference(calle, numero)).toBe(true)
	})

	it.each([
		['Los Leones', 's/n, portón verde'],
		['Los Leones s/n', 'frente a la plaza'],
		['Los Leones', '1234'],
		['Los Leones', ''],
	])('asks for none at "%s" with "%s"', (calle, numero) => {
		expect(lacksReference(calle, numero)).toBe(false)
	})
})
