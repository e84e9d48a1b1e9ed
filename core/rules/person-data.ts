import { cleanLine, plainDigits } from '#core/rules/text.ts'

/** Splits a full name: the first word, and the rest. */
export function splitName(name: string): { nombre: string; apellido: string } {
	const [nombre = '', ...rest] = name.trim().split(/\s+/u)
	return { nombre, apellido: rest.join(' ') }
}

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

/** The last 9 digits of a typed phone (so that +56 9 … and 09 … both work). */
export function phoneDigits(typed: string): string {
	return plainDigits(typed).replace(/\D/g, '').slice(-9)
}

export function isPhone(digits: string): boolean {
	return /^\d{9}$/.test(digits)
}

/** A phone of 9 digits as `+56 9 1234 5678`. */
export function formatPhone(digits: string): string {
	return isPhone(digits) ? `+56 ${digits[0]} ${digits.slice(1, 5)} ${digits.slice(5)}` : digits
}

export const wrongRutText = 'Ese RUT no es válido. Revisa los números y el dígito verificador.'

/** Whether a text is a RUT: 7 or 8 digits, with or without dots, and the check digit (module 11). */
export function isRut(text: string): boolean {
	const [, body = '', sign] = /^(\d{7,8})([\dK])$/.exec(text.replace(/[.\s-]/g, '').toUpperCase()) ?? []
	return sign !== undefined && sign === checkSignOf(body)
}

/**
 * The weighted sum of the digits from right to left (2 to 7, repeated) is completed to a multiple of 11; 10 is written
 * K.
 */
function checkSignOf(body: string): string {
	const sum = [...body].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0)
	const rest = (11 - (sum % 11)) % 11
	return rest === 10 ? 'K' : String(rest)
}

/** A RUT in the tax authority's form, `12345678-9` with K in upper case; undefined for an invalid one. */
export function normalizeRut(text: string): string | undefined {
	if (!isRut(text)) return undefined
	const signs = text.replace(/[.\s-]/g, '').toUpperCase()
	return `${signs.slice(0, -1)}-${signs.slice(-1)}`
}

/** The digits of a RUT, with or without its check digit, as `76543210`; undefined for other text. */
export function meantRut(text: string): string | undefined {
	const body = text.replace(/[.\s-]/g, '')
	return normalizeRut(text) ?? (/^\d{7,8}$/.test(body) ? `${body}-${checkSignOf(body)}` : undefined)
}

/** A RUT for display, `12.345.678-9`; other text is returned unchanged. */
export function formatRut(text: string): string {
	return normalizeRut(text)?.replace(/\B(?=(\d{3})+-)/g, '.') ?? text
}

export const minPasswordCharacters = 8
export const maxPasswordCharacters = 128

/** The NFC form of a password: ñ typed as one character or as two is the same password. */
export function normalizePassword(password: string): string {
	return password.normalize('NFC')
}

/** The rule that a new password breaks. Characters of any script count one each, also emoji. */
export function brokenPasswordRule(password: string): 'clave_corta' | 'clave_larga' | undefined {
	const characters = [...normalizePassword(password)].length
	if (characters < minPasswordCharacters) return 'clave_corta'
	if (characters > maxPasswordCharacters) return 'clave_larga'
	return undefined
}
