import { beforeAll, describe, expect, test } from 'vitest'
import { haversine } from '#maps/geometry/geometry.ts'
import type { Position } from '#maps/place.ts'
import { attribution, type Maps, OriginOffRoads, openMapPainter, openMaps } from './maps.ts'
import { knownAddresses } from './test-data/known-addresses.ts'

const baquedano = { lat: -33.43722, lng: -70.63341 }
let maps: Maps
let paint: Awaited<ReturnType<typeof openMapPainter>>

beforeAll(async () => {
	maps = await openMaps({ origin: baquedano })
	paint = await openMapPainter()
})

function firstFor(text: string) {
	const [first] = maps.search(text, 5)
	if (!first) throw new Error(`nothing was suggested for ${text}`)
	const place = maps.place(first.id)
	if (!place) throw new Error(`${first.id} has no place`)
	return { ...first, place }
}

/** Typed text, expected first answer, and its position on public maps with a tolerance in m. */
const searches: readonly (readonly [string, string, Position, number])[] = [
	['Av. Providencia 1234', 'Avenida Providencia 1234', { lat: -33.4288, lng: -70.6203 }, 350],
	['providencia 2124', 'Avenida Providencia 2124', { lat: -33.4236, lng: -70.6117 }, 400],
	['av andres bello 2425', 'Avenida Andrés Bello 2425', { lat: -33.4178, lng: -70.6065 }, 450],
	['costanera center', 'Costanera Center', { lat: -33.4178, lng: -70.6065 }, 350],
	['moneda 970', 'Moneda 970', { lat: -33.4421, lng: -70.6499 }, 150],
	['ahumada 254', 'Paseo Ahumada 254', { lat: -33.4402, lng: -70.6509 }, 150],
	['metro baquedano', 'Metro Baquedano', { lat: -33.4372, lng: -70.6334 }, 100],
	['estacion tobalaba', 'Metro Tobalaba', { lat: -33.4182, lng: -70.6015 }, 100],
	['metro plaza egana', 'Metro Plaza Egaña', { lat: -33.4535, lng: -70.5708 }, 100],
	['alameda 1058', "Avenida Libertador Bernardo O'Higgins 1058", { lat: -33.4437, lng: -70.6511 }, 250],
	['Av. Lib. Bdo. O’Higgins 1058', "Avenida Libertador Bernardo O'Higgins 1058", { lat: -33.4437, lng: -70.6511 }, 250],
	['Gral. Bustamante 180 Providencia', 'Avenida General Bustamante 180', { lat: -33.4436, lng: -70.6305 }, 150],
	['Sta. Rosa 1000', 'Avenida Santa Rosa 1000', { lat: -33.457, lng: -70.6435 }, 200],
	['simon bolivar 2000, ñuñoa', 'Avenida Simón Bolívar 2000', { lat: -33.4511, lng: -70.6103 }, 250],
	['irarrazaval 1500', 'Avenida Irarrázaval 1500', { lat: -33.4532, lng: -70.6152 }, 400],
	['irarrazabal 1500', 'Avenida Irarrázaval 1500', { lat: -33.4532, lng: -70.6152 }, 400],
	['Vitacura 5950', 'Avenida Vitacura 5950', { lat: -33.391, lng: -70.5739 }, 300],
	['10 de julio 1234', 'Avenida 10 de Julio Huamachuco 1234', { lat: -33.4545, lng: -70.6518 }, 300],
	['manuel montt 500', 'Manuel Montt 500', { lat: -33.4326, lng: -70.6179 }, 400],
	[
		'irarrazaval con pedro de valdivia',
		'Avenida Irarrázaval con Avenida Pedro de Valdivia',
		{ lat: -33.4541, lng: -70.6059 },
		150,
	],
	[
		'los leones esquina bilbao',
		'Avenida Los Leones con Avenida Francisco Bilbao',
		{ lat: -33.4365, lng: -70.6015 },
		300,
	],
	['grecia & pedro de valdivia', 'Avenida Grecia con Avenida Pedro de Valdivia', { lat: -33.4624, lng: -70.6063 }, 150],
	['Grecia y Pedro de Valdivia', 'Avenida Grecia con Avenida Pedro de Valdivia', { lat: -33.4624, lng: -70.6063 }, 150],
	['metro universidad de chile', 'Metro Universidad de Chile', { lat: -33.4437, lng: -70.6505 }, 100],
	['plaza italia', 'Plaza Italia', { lat: -33.4372, lng: -70.6345 }, 250],
	['hospital del salvador', 'Hospital del Salvador', { lat: -33.4355, lng: -70.6225 }, 350],
	['clinica santa maria', 'Clínica Santa María', { lat: -33.432, lng: -70.6265 }, 350],
	['santa isabel 345 santiago', 'Avenida Santa Isabel 345', { lat: -33.4486, lng: -70.6369 }, 250],
]

describe('search while typing', () => {
	test.each(searches)('"%s" finds %s', (typed, name, position, meters) => {
		const found = firstFor(typed)
		expect(found.name).toBe(name)
		expect(haversine(found.place, position)).toBeLessThan(meters)
	})

	test('returns comuna and region with a suggestion', () => {
		expect(firstFor('Av. Providencia 1234').detail).toBe('Providencia, Región Metropolitana')
	})

	test('distinguishes streets of one name by the typed comuna', () => {
		expect(firstFor('vicuña mackenna 6000 la florida').detail).toBe('La Florida, Región Metropolitana')
		expect(firstFor('santa isabel 345 providencia').detail).toBe('Providencia, Región Metropolitana')
	})

	test('suggests nothing under three characters or for nonsense', () => {
		expect(maps.search('pr', 5)).toEqual([])
		expect(maps.search('xqzwk vvkkw', 5)).toEqual([])
		expect(maps.search('¡¿??!!', 5)).toEqual([])
	})

	test('offers the street of the text before hills and passages of other comunas', () => {
		const [first, ...others] = maps.search('Avenida Providencia 1234', 5)
		expect(first).toMatchObject({ name: 'Avenida Providencia 1234', detail: expect.stringMatching(/^Providencia,/) })
		const kinds = others.map(({ name, detail }) => /^(Cerro|Pasaje) /.test(name) && !detail.startsWith('Providencia,'))
		expect(kinds).toEqual([false, false, false, true])
		expect(maps.search('Providencia 1234, La Florida', 5)[0]?.name).toBe('Pasaje Providencia 1234')
	})

	test.each([
		['M. Montt 1234', 'Manuel Montt 1234'],
		['J. M. Carrera 1234', 'José Miguel Carrera 1234'],
		['P. de Valdivia 1234', 'Avenida Pedro de Valdivia 1234'],
		['Cno. El Alba 9500', 'Camino el Alba 9500'],
		['Diez de Julio 1234', 'Avenida 10 de Julio Huamachuco 1234'],
		['Once de Septiembre', 'Pasaje 11 de Septiembre'],
		['Dos Norte 123', 'Pasaje 2 Norte 123'],
	])('reads the abbreviated or spelled "%s" as %s', (typed, name) => {
		expect(maps.search(typed, 5)[0]?.name).toBe(name)
	})

	test('returns at most five suggestions, each with its own place', () => {
		const found = maps.search('los aromos', 5)
		expect(found).toHaveLength(5)
		for (const { id } of found) expect(maps.place(id)).toBeDefined()
		expect(new Set(found.map(({ name, detail }) => name + detail)).size).toBe(5)
	})
})

describe('ids', () => {
	test.each(['', 'c-zzzzzz', 'c-zzzzzz-12', 'l-1', 'e-a-b', '-33.43,-70.63', 'c-pybtcw-999999', '../../etc/passwd'])(
		'rejects "%s"',
		(id) => {
			expect(maps.place(id)).toBeUndefined()
		},
	)

	test("rejects a number outside the street's range", () => {
		const { id } = firstFor('moneda 970')
		expect(maps.place(id.replace('-970', '-60000'))).toBeUndefined()
	})

	test('returns the same place for one id', async () => {
		const { id, place } = firstFor('moneda 970')
		const others = await openMaps({ origin: place })
		expect(others.place(id)).toEqual(place)
	})
})

describe('the lookup of a written address', () => {
	test.each([
		['Av. Providencia 1234, Providencia', 'Avenida Providencia 1234, Providencia'],
		['Moneda 970, depto 502', 'Moneda 970, Santiago'],
		['Moneda 970, 502', 'Moneda 970, Santiago'],
		['Moneda, 970', 'Moneda 970, Santiago'],
		['Moneda 970, Santiago, Región Metropolitana, Chile', 'Moneda 970, Santiago'],
		['Avenida Irarrázaval 1500, torre B depto 12, Ñuñoa', 'Avenida Irarrázaval 1500, Ñuñoa'],
		['Avenida Apoquindo, Las Condes, 4501', 'Avenida Apoquindo 4501, Las Condes'],
		['Merced 838-A', 'Merced 838, Santiago'],
		['Merced 838/504', 'Merced 838, Santiago'],
		['Moneda 970 depto N° 504-B, 8340000 Santiago', 'Moneda 970, Santiago'],
		['Gran Avenida 5000', 'Gran Avenida José Miguel Carrera 5000, San Miguel'],
		['Av. Kennedy 9001, Las Condes', 'Presidente Kennedy 9001, Las Condes'],
		['San Martín 450, Santiago', 'San Martín 450, Santiago'],
		['San Martín 450, comuna de La Granja', 'San Martín 450, La Granja'],
		['General Mackenna 1400, Santiago Centro', 'General Mackenna 1400, Santiago'],
		['Matta con San Diego', 'Avenida Manuel Antonio Matta con San Diego, Santiago'],
	])('locates "%s"', (written, address) => {
		expect(maps.locate(written)?.address).toBe(address)
	})

	test.each([
		'Calle Inventada 123, Providencia',
		'Providencia',
		'casa de mi tía',
		',',
		'',
		'Los Aromos 100',
		'San Martín 450',
		'Tobalaba 1234',
		'San Martín 450, Vitacura',
	])('returns no guess for "%s"', (written) => {
		expect(maps.locate(written)).toBeUndefined()
	})
})

describe('the lookup of a suggestion', () => {
	test.each([
		'gran avenida 5000',
		'san martin 450',
		'los aromos 123',
		'gral mackenna 1400',
		'costanera center',
		'irarrazaval con pedro de valdivia',
		'pajaritos 3000',
	])('locates "%s" by its id and by its text', (typed) => {
		const suggestions = maps.search(typed, 5)
		const addresses = suggestions.filter(({ id }) => !/^c-[0-9a-z]+$/.test(id))
		expect(addresses.length).toBeGreaterThan(0)
		for (const { id, name, detail } of addresses) {
			expect(maps.place(id)).toBeDefined()
			const written = maps.locate(`${name}, ${detail}`)
			expect(written?.address, `${name}, ${detail}`).toBe(`${name}, ${detail.split(',')[0]}`)
		}
	})

	test('returns the house for the id of a street and a house number', () => {
		const street = maps.search('apoquindo', 5).find(({ detail }) => detail.startsWith('Las Condes'))
		const id = street?.id ?? ''
		expect(maps.place(id, 4501)?.address).toBe('Avenida Apoquindo 4501, Las Condes')
		expect(maps.place(id, 99_999)?.address).toBe('Avenida Apoquindo, Las Condes')
	})
})

describe('the reverse lookup', () => {
	test('returns the nearest house, which at its own position is itself', () => {
		const houses = knownAddresses.flatMap(([typed]) => maps.reverse(firstFor(typed).place) ?? [])
		expect(houses.length).toBeGreaterThan(50)
		for (const house of houses) expect(maps.reverse(house)).toEqual(house)
	})

	test('returns a house within 150 m, with its number', () => {
		const { place } = firstFor('moneda 970')
		const house = maps.reverse(place)
		expect(house?.address).toBe('Paseo Ahumada 83, Santiago')
		expect(house?.houseNumber).toBe(83)
		expect(haversine(house ?? baquedano, place)).toBeLessThan(150)
	})

	test('returns nothing in the mountains and outside the region', () => {
		expect(maps.reverse({ lat: -33.35, lng: -70.1 })).toBeUndefined()
		expect(maps.reverse({ lat: 0, lng: 0 })).toBeUndefined()
	})
})

describe('sixty public places', () => {
	test('are found within 500 m by the first answer in 9 of 10 cases', () => {
		const wrong = knownAddresses.filter(([typed, lat, lng]) => haversine(firstFor(typed).place, { lat, lng }) > 500)
		expect(wrong.length, wrong.map(([typed]) => typed).join(' · ')).toBeLessThanOrEqual(6)
	})
})

describe('the drawn map', () => {
	test.each([
		[12, false],
		[12, true],
		[16, false],
		[16, true],
	] as const)('at zoom %i, dark %s, is a small picture with its credit', (zoom, isDark) => {
		const view = { lat: -33.4274, lng: -70.617, zoom, width: 720, height: 420, marker: zoom === 16, dark: isDark }
		const svg = maps.draw(view)
		expect(svg).toMatch(/^<svg /)
		expect(paint(view)).toBe(svg)
		expect(svg.length).toBeLessThan(60_000)
		expect(svg.length).toBeGreaterThan(3_000)
		expect(svg).toContain(attribution)
		expect(svg).not.toMatch(/script|href|NaN|Infinity|undefined/)
	})
})

test('openMaps rejects an origin far from every road', async () => {
	await expect(openMaps({ origin: { lat: -33.2, lng: -70.2 } })).rejects.toBeInstanceOf(OriginOffRoads)
})

test('openMaps rejects missing data', async () => {
	await expect(openMaps({ origin: baquedano, dataFolder: '/nowhere' })).rejects.toThrow('ENOENT')
})
