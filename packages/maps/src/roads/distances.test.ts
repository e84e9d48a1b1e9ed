import { beforeAll, expect, test } from 'vitest'
import { type Maps, openMaps } from '#maps/maps.ts'

let maps: Maps

beforeAll(async () => {
	maps = await openMaps({ origin: { lat: -33.43722, lng: -70.63341 } })
})

/** Metres of the shortest path from Metro Baquedano over a more complete graph. */
const stations: readonly (readonly [name: string, lat: number, lng: number, meters: number])[] = [
	['Alcántara', -33.41545, -70.58999, 4818],
	['Barrancas', -33.45298, -70.73904, 10391],
	['Bellavista de La Florida', -33.51952, -70.60003, 10112],
	['Cerrillos', -33.48343, -70.69556, 8782],
	['Chile España', -33.45491, -70.59814, 4695],
	['Del Sol', -33.49024, -70.75312, 13120],
	['El Parrón', -33.52643, -70.6614, 11147],
	['Escuela Militar', -33.41348, -70.58268, 5536],
	['Estadio Nacional', -33.46238, -70.60622, 4489],
	['Franklin', -33.47666, -70.64948, 5764],
	['Grecia', -33.46953, -70.5765, 7449],
	['La Cisterna', -33.53735, -70.66433, 12389],
	['Lo Prado', -33.44341, -70.71675, 8098],
	['Los Dominicos', -33.40789, -70.54499, 9161],
	['Los Libertadores', -33.36543, -70.69199, 10719],
	['Macul', -33.50924, -70.59005, 10100],
	['Manquehue', -33.40946, -70.56973, 6836],
	['Plaza Egaña', -33.45349, -70.57082, 7076],
	['Plaza de Maipú', -33.50993, -70.75731, 15421],
	['Quilín', -33.48826, -70.58042, 9246],
	['San Joaquín', -33.49934, -70.61583, 7311],
	['San Pablo', -33.44422, -70.72325, 8647],
	['Tobalaba', -33.41822, -70.60149, 3705],
	['Universidad de Santiago', -33.45286, -70.68656, 5335],
	['Vicente Valdés', -33.52642, -70.59679, 10924],
]

test.each(stations)('driving to Metro %s is slightly longer than the shortest path', (_name, lat, lng, meters) => {
	const factor = maps.drivingDistance({ lat, lng }) / meters
	expect(factor).toBeGreaterThan(1.06 * 0.97)
	expect(factor).toBeLessThan(1.06 * 1.1)
})

test('the distances of half of the stations are within 2 % of the fuller graph', () => {
	const factors = stations.map(([, lat, lng, meters]) => maps.drivingDistance({ lat, lng }) / meters)
	const errors = factors.map((factor) => Math.abs(factor / 1.06 - 1)).sort((a, b) => a - b)
	expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.02)
})

test('a distance without a known road is the straight line and a third more', () => {
	const meters = maps.drivingDistance({ lat: -33.35, lng: -70.25 })
	expect(meters).toBeGreaterThan(1.29 * 36_000)
	expect(meters).toBeLessThan(1.31 * 38_000)
})
