import { expect, it } from 'vitest'
import { isFreshIdentity } from './fresh-identity.ts'
import { secondsAfter } from './lifetimes.ts'

it('accepts a proof of identity for ten minutes', () => {
	const proved = new Date('2026-11-22T12:00:00Z')
	expect(isFreshIdentity(proved, proved)).toBe(true)
	expect(isFreshIdentity(proved, secondsAfter(proved, 599))).toBe(true)
	expect(isFreshIdentity(proved, secondsAfter(proved, 600))).toBe(false)
})
