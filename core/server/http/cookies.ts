import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that is HttpOnly, SameSite and, over https, `__Host-`. */
export interface HostCookie {
	/** The value of the cookie; undefined when the request has none. */
	read(request: Pick<FastifyRequest, 'headers'>): string | undefined
	/** Sets the cookie to `value`, which must need no quoting, for this many seconds. */
	write(reply: FastifyReply, value: string, seconds: number): void
}

/** Creates a cookie. `isSecure`: over https only, with the `__Host-` prefix. */
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
