import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, without leading zeros. */
export function groupsOf(address: string): string[] {
	const [head = '', tail] = address.split('::')
	const front = head === '' ? [] : head.split(':')
	const back = tail === undefined || tail === '' ? [] : tail.split(':')
	const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
	return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * The part of an address that one customer of a network commands, for counting: an IPv4 address whole (written as IPv6 too),
 * of IPv6 the first 64 bits.
 */
export function networkOf(ip: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
	if (mapped) return mapped
	const address = (ip.split('%')[0] ?? ip).toLowerCase()
	return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : ip
}
