import { cleanLine } from '#core/rules/typed-text.ts'

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1.3). Staff search for addresses up to it. */
export const maxEmailCharacters = 254

// The pattern of a browser's e-mail field, plus a dot in the domain, as no mailbox is at a bare host name.
const local = "[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const wellFormed = new RegExp(`^${local}@(?:${label}\\.)+${label}$`)
const wordsOfDomain = /^[\p{L}\p{M}\p{N}.-]+$/u

/** A domain in ASCII: `ñandu.cl` is `xn--andu-fqa.cl` to mail servers. Undefined for an invalid host name. */
function asciiDomain(domain: string): string | undefined {
	if (/^[\u0020-\u007e]*$/.test(domain)) return domain
	return wordsOfDomain.test(domain) ? URL.parse(`http://${domain}`)?.hostname : undefined
}

/**
 * The stored form: cleaned, lower case, the domain in ASCII; undefined when it is malformed, or has look-alike letters
 * before its domain.
 */
export function readEmail(text: string): string | undefined {
	const typed = cleanLine(text).normalize('NFKC').trim().toLowerCase()
	const at = typed.lastIndexOf('@')
	const domain = asciiDomain(typed.slice(at + 1))
	const email = `${typed.slice(0, at)}@${domain}`
	return at > 0 && domain !== undefined && email.length <= maxEmailCharacters && wellFormed.test(email)
		? email
		: undefined
}
