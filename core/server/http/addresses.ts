import type { Server } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reachOf } from '#core/server/platform/variables.ts'

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

/** The most that providers give out to anybody who asks: IPv4 /24, IPv6 /48. */
export function assignedNetworkOf(ip: string): string {
	return wideNetworkOf(ip).replace(/:[^:]*\/56$/, '/48')
}

/** An address without its port; undefined for what is none. */
function bareAddress(text: string): string | undefined {
	const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
	return isIP(bare) ? bare : undefined
}

/**
 * Cuts ports off the addresses in X-Forwarded-For, and all before the last entry that is none: its proxy counts as the
 * client. Call it before any other hook is added.
 */
export function cleanForwardedFor(app: FastifyInstance): void {
	app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
		const sent = headers['x-forwarded-for']
		if (typeof sent === 'string') {
			const entries = sent.split(',').map((entry) => bareAddress(entry.trim()))
			// Never deleted: its presence shows that a proxy passed the request on.
			headers['x-forwarded-for'] = entries.slice(entries.lastIndexOf(undefined) + 1).join(', ')
		}
		done()
	})
}

/** The network whose orders are counted together; null for this machine. */
export function sharedNetworkOf(ip: string): string | null {
	return reachOf(ip) === 'machine' || reachOf(networkOf(ip)) === 'machine' ? null : wideNetworkOf(ip)
}

/** Headers that proxies add besides `X-Forwarded-…`. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether a program on this machine made the request: by its address, and by the absence of a proxy's traces (one that
 * adds no header still speaks HTTP/1.0, nginx's default).
 */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
	const { remoteAddress, localAddress } = raw.socket
	if (remoteAddress === undefined || raw.httpVersion === '1.0') return false
	// Both addresses are equal only on this machine, as when the shop calls itself by its host name.
	if (reachOf(remoteAddress) !== 'machine' && remoteAddress !== localAddress) return false
	return !Object.keys(headers).some((name) => name.startsWith('x-forwarded') || proxyHeaders.includes(name))
}

/**
 * Reads each connection's address at its start. Node reads it lazily and gets none once the client has disconnected,
 * while the call may still wait to be counted.
 */
export function keepAddresses(server: Server): void {
	server.on('connection', (socket) => void socket.remoteAddress)
}
