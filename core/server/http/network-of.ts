import { isIPv4, isIPv6 } from 'node:net'
import { reachOf } from '#core/server/platform/network-reach.ts'

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
	const [head = '', tail] = address.split('::')
	const front = head === '' ? [] : head.split(':')
	const back = tail === undefined || tail === '' ? [] : tail.split(':')
	const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
	return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * The network by which calls are counted: an IPv4 address, or the /56 of an IPv6 address, as providers assign to one
 * home.
 */
export function networkOf(ip: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
	if (mapped) return mapped
	const address = (ip.split('%')[0] ?? ip).toLowerCase()
	if (!isIPv6(address)) return ip
	const groups = groupsOf(address)
	const upperByte = (groups[3] ?? '0').padStart(4, '0').slice(0, 2)
	return `${[...groups.slice(0, 3), upperByte].join(':')}/56`
}

/** The wider network of one provider and place: IPv4 /24, IPv6 /56. */
export function wideNetworkOf(ip: string): string {
	const own = networkOf(ip)
	return isIPv4(own) ? `${own.split('.').slice(0, 3).join('.')}.0/24` : own
}

/** The network whose orders are counted together; null for this machine. */
export function sharedNetworkOf(ip: string): string | null {
	return reachOf(ip) === 'machine' || reachOf(networkOf(ip)) === 'machine' ? null : wideNetworkOf(ip)
}
