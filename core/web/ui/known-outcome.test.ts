import { describe, expect, it } from 'vitest'
import { hasKnownOutcome } from '#core/web/ui/known-outcome.ts'

describe('hasKnownOutcome', () => {
	it.each([200, 201, 404, 409, 422])('treats %i as final', (status) => {
		expect(hasKnownOutcome(status)).toBe(true)
	})

	it.each([0, 500, 502, 504])('treats the result of %i as unknown', (status) => {
		expect(hasKnownOutcome(status)).toBe(false)
	})

	it.each([401, 403, 429])('learns nothing of an earlier attempt from %i', (status) => {
		expect(hasKnownOutcome(status)).toBe(false)
	})
})
