import type { FastifyRequest } from 'fastify'

/** The value of a cookie that the browser sent; undefined when it sent none of that name. */
export function readCookie(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
	const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
	return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}
