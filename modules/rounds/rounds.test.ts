import { describe, expect, test } from 'vitest'
import {
	canLeaveAt,
	collectedCash,
	drivingSourceText,
	durationText,
	fuentesTiempos,
	momentInSantiago,
	nextDeparture,
	packingList,
	santiagoMinute,
	unitsText,
} from '#modules/rounds/rounds.ts'

describe('the departure of a round', () => {
	const at = (iso: string) => new Date(iso)

	test.each([
		['2026-11-25T18:00:00Z', '2026-11-25T18:15:00.000Z'],
		['2026-11-25T18:01:00Z', '2026-11-25T18:30:00.000Z'],
		['2026-11-25T18:59:59Z', '2026-11-25T19:15:00.000Z'],
	])('returns at %s the default departure %s', (now, leaves) => {
		expect(nextDeparture(at(now)).toISOString()).toBe(leaves)
	})

	test.each([
		['2026-11-25T17:44:59Z', false],
		['2026-11-25T17:45:00Z', true],
		['2026-11-25T18:00:00Z', true],
		['2026-12-09T18:00:00Z', true],
		['2026-12-09T18:00:01Z', false],
	])('checks at 18:00 whether a round can leave at %s: %s', (leaves, can) => {
		expect(canLeaveAt(at(leaves), at('2026-11-25T18:00:00Z'))).toBe(can)
	})

	test.each([
		['2026-11-25T15:30', '2026-11-25T18:30:00.000Z'],
		['2026-07-01T15:30', '2026-07-01T19:30:00.000Z'],
		['2027-01-01T00:00', '2027-01-01T03:00:00.000Z'],
		// The clocks go back at midnight of 5 April: this minute occurs twice.
		['2026-04-04T23:30', '2026-04-05T02:30:00.000Z'],
	])('reads %s in Santiago as %s', (minute, moment) => {
		expect(momentInSantiago(minute)?.toISOString()).toBe(moment)
		expect(santiagoMinute(at(moment))).toBe(minute)
	})

	test.each(['2026-09-06T00:30', '2026-13-01T10:00', '2026-11-31T10:00', '2026-11-25', 'ahora', ''])(
		'rejects %j, which clocks in Santiago never show',
		(minute) => {
			expect(momentInSantiago(minute)).toBeUndefined()
		},
	)
})

describe('the packing list', () => {
	test('sums the packing list by colour over all orders', () => {
		const orders = [
			{ unidades: [{ color: 'Negro', cantidad: 1 }] },
			{
				unidades: [
					{ color: 'Rosado', cantidad: 3 },
					{ color: 'Negro', cantidad: 1 },
				],
			},
		]
		expect(packingList(orders)).toEqual([
			{ color: 'Rosado', cantidad: 3 },
			{ color: 'Negro', cantidad: 2 },
		])
		expect(packingList([])).toEqual([])
	})
})

describe('the source of driving times', () => {
	test('describes only estimated times as straight lines', () => {
		for (const fuente of fuentesTiempos)
			expect(drivingSourceText({ fuente, estimada: false }).includes('línea recta')).toBe(fuente === 'linea_recta')
		expect(drivingSourceText({ fuente: 'osm', estimada: true })).toMatch(
			/OSRM.*Donde no hay camino conocido, en línea recta\.$/,
		)
	})
})

describe('texts of a round', () => {
	test('writes durations above an hour in hours and minutes', () => {
		expect(durationText(0)).toBe('0 min')
		expect(durationText(3_570)).toBe('1 h 0 min')
		expect(durationText(5_100)).toBe('1 h 25 min')
		expect(unitsText([{ color: 'Negro', cantidad: 2 }])).toBe('2 Negro')
	})
})

test('the cash of a round has none of unpaid and prepaid stops', () => {
	expect(collectedCash([{ cobrado: 29_990 }, { cobrado: null }, { cobrado: 33_490 }])).toBe(63_480)
})
