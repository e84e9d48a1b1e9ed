import type { FastifyRequest } from 'fastify'
import { reachOf } from '#server/platform/network-reach.ts'

/** What proxies write beside `X-Forwarded-…`. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether a program on this machine made the request: by its connection, and by nothing that a proxy on the machine leaves
 * (one that adds no header still speaks HTTP/1.0, as nginx does by default).
 */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
	const { remoteAddress, localAddress } = raw.socket
	if (remoteAddress === undefined || raw.httpVersion === '1.0') return false
	// Both ends have one address only where both are this machine, as when the shop calls itself by its name in the network.
	if (reachOf(remoteAddress) !== 'machine' && remoteAddress !== localAddress) return false
	return !Object.keys(headers).some((name) => name.startsWith('x-forwarded') || proxyHeaders.includes(name))
}
