import { describe, expect, it } from 'vitest'
import { gradeOf, minVisits, speedRow } from '#modules/found/speed.ts'

describe('gradeOf', () => {
	it.each([
		['lcp', [0, 2_500, 2_501, 4_000, 4_001]],
		['inp', [0, 200, 201, 500, 501]],
		['cls', [0, 100, 101, 250, 251]],
	] as const)('grades %s by the limits of Google, which belong to the better grade', (speed, values) => {
		expect(values.map((value) => gradeOf(speed, value))).toEqual(['buena', 'buena', 'regular', 'regular', 'mala'])
	})
})

describe('speedRow', () => {
	const count = (nota: 'buena' | 'regular' | 'mala', cantidad: number) => ({ medida: 'lcp', nota, cantidad }) as const

	it('sums the visits of one speed with the share of good ones', () => {
		const counts = [count('buena', 20), count('regular', 5), count('mala', 3), count('buena', 2)]
		expect(speedRow('lcp', [...counts, { medida: 'cls', nota: 'mala', cantidad: 9 }])).toEqual({
			medida: 'lcp',
			visitas: 30,
			buenas: 22,
			regulares: 5,
			malas: 3,
			porcentaje: 73.3,
		})
	})

	it('has no share of too few visits', () => {
		expect(speedRow('lcp', [count('buena', minVisits - 1)]).porcentaje).toBeNull()
		expect(speedRow('lcp', [count('buena', minVisits)]).porcentaje).toBe(100)
		expect(speedRow('inp', [])).toMatchObject({ visitas: 0, porcentaje: null })
	})
})
