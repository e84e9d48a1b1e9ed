import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readEmail } from '#core/rules/person-data.ts'
import { knownDeviceSeconds } from '#core/rules/times.ts'
import { createMac, type SecretKeys } from '#core/server/platform/secrets.ts'

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

/**
 * Browsers that logged in to an account, by a signed cookie. It opens nothing: it decides which login of staff is mailed,
 * and that guesses of strangers leave the browser its own tries.
 */
export interface KnownDevices {
	/** The name of this browser for the account with that e-mail; undefined when it never logged in to it. */
	nameOf(request: Pick<FastifyRequest, 'headers'>, email: string): string | undefined
	/** Identifies a browser: its name and its HttpOnly marks; undefined without marks, as anybody can send its name. */
	browserOf(request: Pick<FastifyRequest, 'headers'>): string | undefined
	/** Marks the browser as known to the account with that e-mail. */
	remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

/** A family shares a computer; the oldest mark is dropped. */
const mostAccounts = 5
const nameBytes = 12
const macBytes = 18
const markShape = /^([\w-]{16})([\w-]{24})$/

/** Signs and verifies the marks with keys derived from the shop's secrets. `isSecure`: https only. */
export function createKnownDevices(secrets: SecretKeys, isSecure: boolean): KnownDevices {
	const mac = createMac(secrets, 'known-device', macBytes)
	const cookie = hostCookie('dispositivo', isSecure)
	const signedText = (name: string, email: string) => `${name}\n${email}`

	const marksOf = (request: Pick<FastifyRequest, 'headers'>) =>
		(cookie.read(request) ?? '').split('.').slice(0, mostAccounts)

	function nameIn(mark: string, email: string): string | undefined {
		const [, name, tag] = markShape.exec(mark) ?? []
		if (!name || !tag) return undefined
		return mac.verify(Buffer.from(tag, 'base64url'), signedText(name, email)) ? name : undefined
	}

	return {
		nameOf(request, typed) {
			const email = readEmail(typed)
			if (email === undefined) return undefined
			return marksOf(request).flatMap((mark) => nameIn(mark, email) ?? [])[0]
		},
		browserOf(request) {
			const marks = cookie.read(request)
			return marks && `${request.headers['user-agent'] ?? ''}\n${marks}`
		},
		remember(request, reply, typed) {
			const email = readEmail(typed)
			if (email === undefined) return
			const marks = marksOf(request).filter((mark) => markShape.test(mark))
			const others = marks.filter((mark) => nameIn(mark, email) === undefined)
			const known = marks.flatMap((mark) => nameIn(mark, email) ?? [])[0]
			const name = known ?? randomBytes(nameBytes).toString('base64url')
			const mark = `${name}${mac.sign(signedText(name, email)).toString('base64url')}`
			cookie.write(reply, [mark, ...others].slice(0, mostAccounts).join('.'), knownDeviceSeconds)
		},
	}
}
