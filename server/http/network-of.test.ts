import { expect, it } from 'vitest'
import { networkOf, networksOf } from '#server/http/network-of.ts'

it.each([
	['200.1.2.3', '200.1.2.3'],
	['::ffff:200.1.2.3', '200.1.2.3'],
	['::1', '0:0:0:0'],
	['2001:db8:0:1::1', '2001:db8:0:1'],
	['2001:DB8::1:2:3:4:5', '2001:db8:0:1'],
	['2001:db8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1'],
	['2001:db8::', '2001:db8:0:0'],
	['fe80::1%eth0', 'fe80:0:0:0'],
	['unknown', 'unknown'],
])('counts %s as %s', (ip, network) => {
	expect(networkOf(ip)).toBe(network)
})

it('counts an IPv6 address with its networks of 56 and 48 bits too, and any other by itself', () => {
	expect(networksOf('2001:db8:7:1234::9')).toEqual([
		{ name: '2001:db8:7:1234', share: 1 },
		{ name: '2001:db8:7:12/56', share: 2 },
		{ name: '2001:db8:7/48', share: 4 },
	])
	expect(networksOf('2001:db8:7:34::')[1]?.name).toBe('2001:db8:7:00/56')
	expect(networksOf('200.1.2.3')).toHaveLength(1)
})
