import { domainToUnicode } from 'node:url'

/** Letters that readers in Chile recognise: in other scripts a domain can imitate another one. */
const plainlyRead = /^[\p{Script=Latin}\d.-]+$/u

/** An address with its domain in Unicode (`ventas@ñandu.cl`); the ASCII form is stored. */
export function readableEmail(email: string): string {
	const at = email.lastIndexOf('@')
	const domain = email.slice(at + 1)
	if (!domain.includes('xn--')) return email
	const letters = domainToUnicode(domain)
	return plainlyRead.test(letters) ? `${email.slice(0, at)}@${letters}` : email
}
