import { describe, expect, test } from 'vitest'
import { deliveredAddress, splitDireccion, splitInterior } from '#modules/delivery/address.ts'
import { joinDireccion } from '#modules/delivery/delivery.ts'

describe('splitting an address', () => {
	test.each([
		['Moneda 970, Santiago, Depto 504', 'Moneda 970, Santiago', 'Depto 504'],
		['Avenida Irarrázaval 1500, Ñuñoa, torre B, depto 12', 'Avenida Irarrázaval 1500, Ñuñoa', 'torre B, depto 12'],
		['Avenida Apoquindo, Las Condes, 4501', 'Avenida Apoquindo, Las Condes', '4501'],
		[
			'Moneda 970, depto 502, Santiago, Región Metropolitana',
			'Moneda 970, Santiago, Región Metropolitana',
			'depto 502',
		],
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
})

describe('the delivered address', () => {
	test.each([
		['Moneda 970, Santiago, Depto 504', 'Moneda 970, Santiago', 'Moneda 970, Santiago, Depto 504'],
		['moneda 970, Torre B, depto 504', 'Moneda 970, Santiago', 'Moneda 970, Santiago, Torre B, depto 504'],
		['Moneda 970, depto 970', 'Moneda 970, Santiago', 'Moneda 970, Santiago, depto 970'],
		['moneda 970, Región Metropolitana', 'Moneda 970, Santiago', 'Moneda 970, Santiago,'],
		['moneda 970 depto 504,', 'Moneda 970, Santiago', 'Moneda 970, Santiago, depto 504'],
		['Moneda 970, depto 504, Santiago,', 'Moneda 970, Santiago', 'Moneda 970, Santiago, depto 504'],
		['Moneda 970 depto 504, Santiago,', 'Moneda 970, Santiago', 'Moneda 970, Santiago, depto 504'],
		['moneda 970 frente al parque, 12', 'Moneda 970, Santiago', 'Moneda 970, Santiago, frente al parque, 12'],
		['Moneda 970-B, santiago', 'Moneda 970, Santiago', 'Moneda 970, Santiago, B'],
		[
			'Avenida Apoquindo, Las Condes, 4501',
			'Avenida Apoquindo 4501, Las Condes',
			'Avenida Apoquindo 4501, Las Condes,',
		],
		[
			'Avenida Apoquindo, Las Condes, 4501 depto 3',
			'Avenida Apoquindo 4501, Las Condes',
			'Avenida Apoquindo 4501, Las Condes, depto 3',
		],
		[
			'Avenida Apoquindo, Las Condes, Nº 4.501',
			'Avenida Apoquindo 4501, Las Condes',
			'Avenida Apoquindo 4501, Las Condes,',
		],
		['Apoquindo ４５０１ depto 3', 'Avenida Apoquindo 4501, Las Condes', 'Avenida Apoquindo 4501, Las Condes, depto 3'],
		[
			'Avenida Apoquindo, Las Condes, 45',
			'Avenida Apoquindo 4501, Las Condes',
			'Avenida Apoquindo 4501, Las Condes, 45',
		],
		['Casa Colorada, portón verde', 'Casa Colorada, Santiago', 'Casa Colorada, Santiago, portón verde'],
		['Casa Colorada depto 3', 'Casa Colorada, Santiago', 'Casa Colorada, Santiago, depto 3'],
		['Ñuñoa  Chica casa 2,', 'Nuñoa Chica, Santiago', 'Nuñoa Chica, Santiago, casa 2'],
		[
			'avenida apoquindo casa esquina, 4501',
			'Avenida Apoquindo 4501, Las Condes',
			'Avenida Apoquindo 4501, Las Condes, casa esquina',
		],
		['Torre Sur, Moneda 970', 'Moneda 970, Santiago', 'Moneda 970, Santiago, Torre Sur'],
		['moneda 970,', '', 'moneda 970,'],
	])('stores "%s" priced as "%s" as "%s"', (written, priced, kept) => {
		expect(deliveredAddress(written, priced)).toBe(kept)
	})
})
