import { BlockList, isIP } from 'node:net'

/** From where a host is reachable: this machine, the local network, or the internet. */
type Reach = 'machine' | 'network' | 'public'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const local = new BlockList()
for (const [network, bits] of [
	['0.0.0.0', 32],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
] as const)
	local.addSubnet(network, bits, 'ipv4')
local.addAddress('::', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/** Suffixes without public DNS. */
const localName = /^[^.]+$|\.(local|lan|home|home\.arpa|internal|intranet|localdomain|test)$/

/** The reach of a host as in a URL, an environment variable or the header Host (without its port). */
export function reachOf(host: string): Reach {
	const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
	const kind = isIP(name) === 6 ? 'ipv6' : 'ipv4'
	if (isIP(name) > 0) {
		if (loopback.check(name, kind)) return 'machine'
		return local.check(name, kind) ? 'network' : 'public'
	}
	if (name === 'localhost' || name.endsWith('.localhost')) return 'machine'
	return localName.test(name) ? 'network' : 'public'
}

/** Whether a host is a one-word name, as in container networks and never in public DNS. */
export function isContainerName(host: string): boolean {
	return /^[a-z0-9_-]+$/i.test(host) && isIP(host) === 0
}

export function isThisMachine(address: string): boolean {
	return URL.canParse(address) && reachOf(new URL(address).hostname) === 'machine'
}
