import { describe, expect, it } from 'vitest'
import { createPseudonyms } from '#modules/security-trail/server/security-trail.ts'

const november = new Date('2026-11-30T23:59:59Z')
const december = new Date('2026-12-01T00:00:00Z')
const { networkOf } = createPseudonyms(['a-secret-of-the-tests-with-some-length'])

describe('the pseudonym of a network', () => {
	it.each([
		['190.20.30.40', '190.20.30.99', true],
		['190.20.30.40', '::ffff:190.20.30.7', true],
		['190.20.30.40', '190.20.31.40', false],
		['2001:db8:aa::1', '2001:db8:aa:ff:1::2', true],
		['2001:db8:aa::1', '2001:0DB8:00aa::9%eth0', true],
		['2001:db8:aa::1', '2001:db8:aa:100::1', false],
	])('of %s and of %s is the same: %s', (one, other, isSame) => {
		expect(networkOf(one, november) === networkOf(other, november)).toBe(isSame)
	})

	it('differs in another month and with another secret, and reveals nothing of the address', () => {
		const own = networkOf('190.20.30.40', november)
		expect(own).toMatch(/^[a-z2-9]{10}$/)
		expect(networkOf('190.20.30.40', december)).not.toBe(own)
		expect(networkOf('190.20.30.40', november)).toBe(own)
		const foreign = createPseudonyms(['another-secret-of-the-tests-and-longer'])
		expect(foreign.networkOf('190.20.30.40', november)).not.toBe(own)
	})
})
