import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readEmail } from '#domain/accounts/email-address.ts'
import { knownDeviceSeconds } from '#domain/accounts/lifetimes.ts'
import { hostCookie } from '#server/http/cookies.ts'
import { createMac } from '#server/platform/mac.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

/**
 * Browsers that logged in to an account, by a signed cookie. It opens nothing: it says of which login staff get a mail.
 */
export interface KnownDevices {
	/** The name of this browser among those of the account with that e-mail; undefined for one that never logged in to it. */
	nameOf(request: Pick<FastifyRequest, 'headers'>, email: string): string | undefined
	/** What tells a browser from others: its name and the marks that it sends, which no script can read. */
	browserOf(request: Pick<FastifyRequest, 'headers'>): string
	/** Marks the browser as one that the account with that e-mail was opened in. */
	remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

/** A family shares a computer; an older mark goes when another comes. */
const mostAccounts = 5
const nameBytes = 12
const macBytes = 18
const markShape = /^([\w-]{16})([\w-]{24})$/

/** Makes and reads the marks with keys derived from the shop's secrets. `isSecure`: they travel over https alone. */
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
		browserOf: (request) => `${request.headers['user-agent'] ?? ''}\n${cookie.read(request) ?? ''}`,
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
