import type { FastifyRequest } from 'fastify'
import { reachOf } from '#core/server/platform/network-reach.ts'

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
