import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that no script reads, no other site sends and, over https, no other host of the same domain can set. */
export interface HostCookie {
	/** The value that the browser sent; undefined when it sent none. */
	read(request: Pick<FastifyRequest, 'headers'>): string | undefined
	/** Has the browser keep `value`, which must need no quoting, for so many seconds. */
	write(reply: FastifyReply, value: string, seconds: number): void
}

/** Makes a cookie of the shop. `isSecure`: it travels over https alone, under the prefix that browsers guard. */
export function hostCookie(name: string, isSecure: boolean): HostCookie {
	const full = isSecure ? `__Host-${name}` : name
	const guarded = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
	return {
		read({ headers }) {
			const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
			return cookies.find((cookie) => cookie.startsWith(`${full}=`))?.slice(full.length + 1)
		},
		write(reply, value, seconds) {
			reply.header('set-cookie', `${full}=${value}; Max-Age=${seconds}; ${guarded}`)
		},
	}
}
