import { isIP } from 'node:net'

/** The networks of a list like TRUSTED_PROXIES; undefined when a part is no address, network or known name. */
function networksOf(list: string): { address: string; bits: number }[] | undefined {
	const networks: { address: string; bits: number }[] = []
	for (const part of list.split(',').map((one) => one.trim())) {
		// Names of networks in proxy-addr.
		if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) continue
		const [address = '', bits, ...rest] = part.split('/')
		const most = isIP(address) === 6 ? 128 : 32
		if (isIP(address) === 0 || rest.length > 0) return undefined
		if (bits !== undefined && (!/^\d+$/.test(bits) || Number(bits) > most)) return undefined
		networks.push({ address, bits: bits === undefined ? most : Number(bits) })
	}
	return networks
}

/** Whether every part is an address, a network such as 10.0.0.0/8, or a network name of proxy-addr. */
export function areNetworks(list: string): boolean {
	return networksOf(list) !== undefined
}

/** The shortest plausible prefix of one operator's proxies. IPv6 with leading zeros is IPv4; fc00::/7 is private. */
function leastBits(address: string): number {
	if (isIP(address) !== 6) return 8
	const { hostname } = new URL(`http://[${address}]`)
	if (hostname.startsWith('[::')) return 104
	return /^\[f[cd]/.test(hostname) ? 7 : 16
}

/** Whether no network of the list is so wide that it includes outsiders, who could then forge their address. */
export function areNarrow(list: string): boolean {
	return (networksOf(list) ?? []).every(({ address, bits }) => bits >= leastBits(address))
}
