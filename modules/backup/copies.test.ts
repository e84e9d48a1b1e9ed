import { describe, expect, it } from 'vitest'
import { copiesAmong, copyName, expiredCopies } from '#modules/backup/copies.ts'

const dayMs = 86_400_000
const end = Date.UTC(2026, 10, 29, 7)
const daily = (days: number) => Array.from({ length: days }, (_, ago) => copyName(new Date(end - ago * dayMs)))

describe('expiredCopies', () => {
	it('keeps the newest of 7 days, 5 weeks (Monday to Sunday) and 12 months, of two years of daily copies', () => {
		const names = daily(730)
		const gone = new Set(expiredCopies(names))
		expect(names.filter((name) => !gone.has(name)).map((name) => name.slice(15, 25))).toEqual([
			'2026-11-29',
			'2026-11-28',
			'2026-11-27',
			'2026-11-26',
			'2026-11-25',
			'2026-11-24',
			'2026-11-23',
			'2026-11-22',
			'2026-11-15',
			'2026-11-08',
			'2026-11-01',
			'2026-10-31',
			'2026-09-30',
			'2026-08-31',
			'2026-07-31',
			'2026-06-30',
			'2026-05-31',
			'2026-04-30',
			'2026-03-31',
			'2026-02-28',
			'2026-01-31',
			'2025-12-31',
		])
	})

	it('keeps all old copies while no newer ones are made', () => {
		expect(expiredCopies(daily(7))).toEqual([])
		expect(expiredCopies([copyName(new Date('2020-01-01T00:00:00Z'))])).toEqual([])
	})

	it('keeps the last of several copies of a day', () => {
		const [morning, evening] = [copyName(new Date('2026-11-29T07:00:00Z')), copyName(new Date('2026-11-29T23:59:59Z'))]
		expect(expiredCopies([morning, evening])).toEqual([morning])
	})

	it('never returns a file of another name', () => {
		const others = ['borrados.jsonl', 'premium-shaker-2020-01-01.tar.age', `${copyName(new Date(end))}.part`, 'fotos']
		expect(expiredCopies([...others, ...daily(40)]).every((name) => daily(40).includes(name))).toBe(true)
		expect(copiesAmong([...others, ...daily(2).toReversed()])).toEqual(daily(2))
	})
})
