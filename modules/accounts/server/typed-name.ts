import { parse } from 'tldts'
import { type Failure, fail } from '#core/contract/failure.ts'
import { cleanLine, hasLetter } from '#core/rules/typed-text.ts'

/** Fails for a name without a letter or with a web address, which would appear in the shop's own mails. */
export function refuseName(name: string): Failure | undefined {
	if (hasWebAddress(name)) return fail('texto_con_enlace')
	return hasLetter(name) ? undefined : fail('nombre_invalido')
}

/** Obfuscated dots: those of other scripts, which browsers read as `.`, and `[.]`. */
const otherDots = /[\u3002\uff61\u2024\ufe52]|\s?[[({]\s?(?:\.|dot|punto)\s?[\])}]\s?/giu

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
	if (isIp) return true
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
