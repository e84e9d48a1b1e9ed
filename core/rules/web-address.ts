import { parse } from 'tldts'
import { cleanLine, hasLetter } from '#core/rules/text.ts'

/**
 * What is wrong with a name: it has no letter, or leads away from the shop by a web address or a telephone number, which
 * would appear in the shop's own mails.
 */
export function nameProblem(name: string): 'texto_con_enlace' | 'nombre_invalido' | undefined {
	const plain = cleanLine(name).normalize('NFKC')
	const digits = plain.match(/\p{Nd}/gu) ?? []
	if (digits.length > 5 || partOfAddress.test(plain)) return 'texto_con_enlace'
	if (hasWebAddress(name) || hasWebAddress(withPlainDots(plain))) return 'texto_con_enlace'
	return hasLetter(name) ? undefined : 'nombre_invalido'
}

/** `http//`, `[::1]`, `host:3000`, `(dot)`: no name has them. */
const partOfAddress = /\/\/|\[|::|:\s?\p{Nd}|\blocalhost\b|[({]\s?(?:\.|dot|punto)\s?[)}]/iu

/** A name with the dots that readers understand: `evil punto com`, `evil . com`, `evil,com`, `evil·com`, `evil, com`. */
const withPlainDots = (name: string) =>
	name
		.replace(/\s+(?:punto|dot)\s+/giu, '.')
		.replace(/\s+[.,·]\s*|,(?=\S)|·(?!l)/giu, '.')
		// Initials and a last name before a first one have a space after them, too.
		.replace(/[.,]\s+(?=(?:com|cl|net|org|info|xyz|shop|store|online|site|app|link)(?:[^\p{L}]|$))/giu, '.')

/** Obfuscated dots: those of other scripts, which browsers or readers take for `.`, and `[.]`. */
const otherDots = /[\u3002\uff61\u2024\ufe52\u0589\u06d4]|\s?[[({]\s?(?:\.|dot|punto)\s?[\])}]\s?/giu

/** Abbreviations written without a space before the next word (`Av.La Dehesa`, `Ma.de los Ángeles`). */
const abbreviation = /^(?:ave?|avda?|cl|pje|psje?|psj|pob|cam|diag|sta|sto|gral|pdte|dr|dra|sr|sra|ma|fco|jr)$/

const mixesScripts = (word: string) =>
	/\p{Script=Latin}/u.test(word) &&
	/[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word)

/** Whether a word is a host name with a public suffix, with or without a path. */
function isHost(word: string): boolean {
	const [host = '', path] = word.split(/[/?#:\\]/, 2)
	const name = host.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
	if (!name.includes('.')) return false
	if (mixesScripts(name)) return true
	const { domain, isIcann, isPrivate, isIp } = parse(name, { extractHostname: false, validateHostname: true })
	// `5.000` and `12.5` are numbers, though `inet_aton` takes them for addresses.
	if (isIp) return name.split('.').length === 4
	if (domain === null || !(isIcann || isPrivate)) return false
	const labels = name.toLowerCase().split('.')
	return path !== undefined || labels.length !== 2 || !abbreviation.test(labels[0] ?? '')
}

/**
 * Whether a text contains a web or mail address, as no name or street does: the shop would write it into its own mails.
 */
export function hasWebAddress(text: string): boolean {
	const plain = cleanLine(text).normalize('NFKC').replace(otherDots, '.')
	if (/:\/\/|\bwww\.|[^\s@]+@[^\s@]+\.[^\s@]+/iu.test(plain)) return true
	return plain.split(/[\s,;|<>"()[\]{}]+/u).some(isHost)
}
