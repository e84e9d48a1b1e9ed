import { domainToUnicode } from 'node:url'

/** Letters that are read as what they are by people in Chile: in other scripts a domain may look like another one. */
const plainlyRead = /^[\p{Script=Latin}\d.-]+$/u

/** An address with its domain in letters (`ventas@ñandu.cl`), as people wrote it; the same one in ASCII is stored. */
export function readableEmail(email: string): string {
	const at = email.lastIndexOf('@')
	const domain = email.slice(at + 1)
	if (!domain.includes('xn--')) return email
	const letters = domainToUnicode(domain)
	return plainlyRead.test(letters) ? `${email.slice(0, at)}@${letters}` : email
}
