import { describe, expect, it } from 'vitest'
import { hasKnownOutcome } from '#web/ui/known-outcome.ts'

describe('hasKnownOutcome', () => {
	it.each([200, 201, 404, 409, 422])('takes %i for the end of it', (status) => {
		expect(hasKnownOutcome(status)).toBe(true)
	})

	it.each([0, 500, 502, 504])('does not know after %i whether it was done', (status) => {
		expect(hasKnownOutcome(status)).toBe(false)
	})

	it.each([401, 403, 429])('learns nothing of an earlier try from %i', (status) => {
		expect(hasKnownOutcome(status)).toBe(false)
	})
})
