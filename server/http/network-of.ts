import { isIPv6 } from 'node:net'
import { reachOf } from '#server/platform/network-reach.ts'

/** The eight groups of an IPv6 address, without leading zeros. */
export function groupsOf(address: string): string[] {
	const [head = '', tail] = address.split('::')
	const front = head === '' ? [] : head.split(':')
	const back = tail === undefined || tail === '' ? [] : tail.split(':')
	const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
	return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** A network that calls are counted by; `share`: how many times the limit of one address it has. */
export interface Network {
	readonly name: string
	readonly share: number
}

/**
 * The networks of an address that one customer may command: an IPv4 address; of IPv6 the /64 of one home or phone, and the
 * /56 and /48 of one site, where several customers may sit.
 */
export function networksOf(ip: string): Network[] {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
	if (mapped) return [{ name: mapped, share: 1 }]
	const address = (ip.split('%')[0] ?? ip).toLowerCase()
	if (!isIPv6(address)) return [{ name: ip, share: 1 }]
	const groups = groupsOf(address).slice(0, 4)
	const site = groups.slice(0, 3)
	const upperByte = (groups[3] ?? '0').padStart(4, '0').slice(0, 2)
	return [
		{ name: groups.join(':'), share: 1 },
		{ name: `${[...site, upperByte].join(':')}/56`, share: 2 },
		{ name: `${site.join(':')}/48`, share: 4 },
	]
}

/** What the orders of one neighbourhood of a provider share: IPv4 /24, IPv6 /56. Null for this machine, which is no network. */
export function sharedNetworkOf(ip: string): string | null {
	const [own, site] = networksOf(ip)
	if (!own || reachOf(own.name) === 'machine') return null
	if (site) return own.name === '0:0:0:0' ? null : site.name
	return `${own.name.split('.').slice(0, 3).join('.')}.0/24`
}

/** The network that one home or phone has: the first of `networksOf`. */
export const networkOf = (ip: string): string => networksOf(ip)[0]?.name ?? ip
