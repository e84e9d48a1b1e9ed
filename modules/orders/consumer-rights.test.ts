import { expect, test } from 'vitest'
import { rightsOf } from './consumer-rights.ts'

test('counts ten days and six months from the day of delivery in Santiago', () => {
	expect(rightsOf(new Date('2026-11-24T18:00:00Z'))).toEqual({ retracto: '2026-12-04', garantia: '2027-05-24' })
	// Ten at night of the 24th in Santiago is the 25th in London.
	expect(rightsOf(new Date('2026-11-25T01:00:00Z'))).toEqual({ retracto: '2026-12-04', garantia: '2027-05-24' })
})

test('ends on the last day of a shorter month', () => {
	expect(rightsOf(new Date('2026-08-31T15:00:00Z')).garantia).toBe('2027-02-28')
})
