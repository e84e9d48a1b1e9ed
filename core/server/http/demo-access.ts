import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromThisMachine } from '#core/server/http/same-machine.ts'
import { reachOf } from '#core/server/platform/network-reach.ts'

const cookie = 'llave_demo'
const cookieSeconds = 7 * 24 * 3600
/** The parameter of the link that the start prints. */
export const keyParameter = 'llave'

const digest = (text: string) => createHash('sha256').update(text).digest()

const refusal = `<!doctype html><html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Con llave</title></head><body><h1>Esta parte se abre con llave</h1>
<p>Los simuladores y los correos de la demostración se ven desde la máquina que la tiene abierta. Para verlos en este equipo, abre
en él el enlace «Con llave» que la tienda mostró al partir.</p></body></html>`

/**
 * Protects a demo's simulators: they answer this machine, and browsers that opened the link with `key`. Only
 * `publicUrl` is accepted as the host, because another site could point a name of its own here (DNS rebinding).
 */
export function demoAccess({ key, publicUrl }: { key: string; publicUrl: string }) {
	const ownName = new URL(publicUrl).hostname
	const isKey = (given: string | undefined) => given !== undefined && timingSafeEqual(digest(given), digest(key))

	const isAtHome = (request: FastifyRequest) => {
		const requested = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname
		if (requested === undefined || !isFromThisMachine(request)) return false
		return reachOf(requested) === 'machine' || requested === ownName || requested === request.raw.socket.localAddress
	}

	return async (request: FastifyRequest, reply: FastifyReply) => {
		const address = new URL(request.url, 'http://tienda')
		const given = address.searchParams.get(keyParameter)
		if (request.method === 'GET' && given !== null && isKey(given)) {
			address.searchParams.delete(keyParameter)
			return reply
				.header('set-cookie', `${cookie}=${key}; Path=/simuladores; HttpOnly; SameSite=Lax; Max-Age=${cookieSeconds}`)
				.header('cache-control', 'no-store')
				.redirect(`${address.pathname}${address.search}`, 303)
		}
		if (isAtHome(request) || isKey(cookieOf(request))) return
		return reply.code(403).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(refusal)
	}
}

function cookieOf({ headers }: FastifyRequest): string | undefined {
	const parts = (headers.cookie ?? '').split(';').map((part) => part.trim().split('='))
	return parts.find(([name]) => name === cookie)?.[1]
}
