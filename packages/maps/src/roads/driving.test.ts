import { beforeAll, describe, expect, test } from 'vitest'
import { haversine } from '#maps/geometry/geometry.ts'
import { type Maps, openMaps } from '#maps/maps.ts'
import type { Position } from '#maps/place.ts'
import { knownAddresses } from '#maps/test-data/known-addresses.ts'

const baquedano = { lat: -33.43722, lng: -70.63341 }
const addresses = knownAddresses.map(([, lat, lng]) => ({ lat, lng }))
const nowhere = { lat: -33.35, lng: -70.25 }
let maps: Maps

beforeAll(async () => {
	maps = await openMaps({ origin: baquedano })
})

const entries = (table: readonly (readonly number[])[]) =>
	table.flatMap((row, from) => row.map((value, to) => ({ from, to, value })))

describe('the driving matrix', () => {
	test('contains the fastest route for every pair of up to seventeen places, equal in both directions', async () => {
		const places = [baquedano, ...addresses.slice(0, 16)]
		const { seconds, meters } = await maps.drivingMatrix(places)
		for (const from of [0, 9, 16])
			expect(maps.drivingFrom(places[from] ?? baquedano, places).seconds).toEqual(seconds[from])
		for (const { from, to, value } of entries(seconds)) expect(seconds[to]?.[from]).toBe(value)
		for (const { from, to, value } of entries(meters)) expect(meters[to]?.[from]).toBe(value)
	})

	test('combines routes beyond seventeen places, never faster than the fastest route', async () => {
		const places = [baquedano, ...addresses]
		const { seconds } = await maps.drivingMatrix(places)
		expect(seconds[0]).toEqual(maps.drivingFrom(baquedano, places).seconds)
		for (const from of [7, 31]) {
			const fastest = maps.drivingFrom(places[from] ?? baquedano, places).seconds
			for (const [to, value] of (seconds[from] ?? []).entries()) {
				// Each distance is rounded separately.
				expect(value).toBeGreaterThanOrEqual((fastest[to] ?? 0) - 1)
				expect(value).toBeLessThan((fastest[to] ?? 0) * 1.5 + 60)
			}
		}
	})

	test('is no shorter than the shortest path from the origin, with plausible times', async () => {
		const { seconds, meters } = await maps.drivingMatrix([baquedano, ...addresses.slice(0, 12)])
		for (const [at, address] of addresses.slice(0, 12).entries()) {
			const driven = meters[0]?.[at + 1] ?? 0
			expect(driven).toBeGreaterThanOrEqual(maps.drivingDistance(address) - 1)
			const speed = (driven / (seconds[0]?.[at + 1] ?? 0)) * 3.6
			expect(speed).toBeGreaterThan(19.9)
			expect(speed).toBeLessThan(50)
		}
	})

	test('uses straight lines far from every road, and zero for the same place', async () => {
		const { seconds, meters } = await maps.drivingMatrix([baquedano, nowhere, baquedano])
		const straight = haversine(baquedano, nowhere) * 1.3
		expect(meters[0]?.[1]).toBe(Math.round(straight))
		expect(seconds[1]?.[0]).toBe(Math.round((straight * 3.6) / 20))
		expect(seconds[0]?.[2]).toBe(0)
	})
})

describe('the driven line', () => {
	const lengthOf = (line: readonly Position[]) =>
		line.slice(1).reduce((sum, place, at) => sum + haversine(line[at] ?? place, place), 0)

	test('passes every place in order, along the measured roads', async () => {
		const places = [baquedano, ...addresses.slice(3, 6), baquedano]
		const line = maps.drivingLine(places)
		const at = places
			.slice(0, -1)
			.map((place) => line.findIndex((point) => point.lat === place.lat && point.lng === place.lng))
		expect(at).toEqual(at.toSorted((one, other) => one - other))
		expect(line.at(-1)).toEqual(baquedano)
		const { meters } = await maps.drivingMatrix(places)
		const measured = places.slice(1).reduce((sum, _, leg) => sum + (meters[leg]?.[leg + 1] ?? 0), 0) / 1.06
		expect(lengthOf(line) / measured).toBeGreaterThan(0.9)
		expect(lengthOf(line) / measured).toBeLessThan(1.1)
	})

	test('is straight to a place without a road', () => {
		expect(maps.drivingLine([baquedano, nowhere])).toEqual([baquedano, nowhere])
	})
})
