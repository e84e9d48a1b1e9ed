import { expect, it } from 'vitest'
import { networkOf, sharedNetworkOf } from '#core/server/http/network-of.ts'

it.each([
	['200.1.2.3', '200.1.2.3'],
	['::ffff:200.1.2.3', '200.1.2.3'],
	['::1', '0:0:0:00/56'],
	['2001:db8:0:1::1', '2001:db8:0:00/56'],
	['2001:DB8::1:2:3:4:5', '2001:db8:0:00/56'],
	['2001:db8:0000:12ff:ffff:ffff:ffff:ffff', '2001:db8:0:12/56'],
	['2001:db8::', '2001:db8:0:00/56'],
	['fe80::1%eth0', 'fe80:0:0:00/56'],
	['unknown', 'unknown'],
])('counts %s as %s', (ip, network) => {
	expect(networkOf(ip)).toBe(network)
})

it.each([
	['200.1.2.3', '200.1.2.0/24'],
	['2001:db8:0:1234::1', '2001:db8:0:12/56'],
	['127.0.0.1', null],
	['::ffff:127.0.0.1', null],
	['::1', null],
])('shares the network of %s as %s', (ip, network) => {
	expect(sharedNetworkOf(ip)).toBe(network)
})
