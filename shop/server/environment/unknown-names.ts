/** First words that other programs share: a name that only begins with one is no mistake. */
const commonWords = new Set(['DATA', 'DATABASE', 'GOOGLE', 'HOST', 'LOG', 'MAIL', 'PORT', 'PUBLIC', 'SECRET', 'SHOP'])
/** Shorter names become other words with one letter changed (`HOST`, `POST`). */
const leastLetters = 6

const firstWord = (name: string) => name.split('_', 1)[0] ?? ''

/** Whether the names differ by one inserted, deleted, changed or transposed letter. */
function isOneSlipFrom(name: string, known: string): boolean {
	if (Math.abs(name.length - known.length) > 1) return false
	let start = 0
	while (start < name.length && name[start] === known[start]) start++
	const [rest, right] = [name.slice(start), known.slice(start)]
	const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
	return rest.slice(1) === right.slice(1) || rest.slice(1) === right || rest === right.slice(1) || swapped === right
}

/** The given names that are probably misspelled variables of the shop. */
export function unknownNames(
	raw: Readonly<Record<string, string | undefined>>,
	knownNames: readonly string[],
): string[] {
	const known = new Set(knownNames)
	const words = new Set(knownNames.map(firstWord).filter((word) => !commonWords.has(word)))
	return Object.keys(raw).flatMap((name) => {
		if (known.has(name) || !raw[name]?.trim()) return []
		const upper = name.toUpperCase()
		const meant = knownNames.find((one) => one.length >= leastLetters && isOneSlipFrom(upper, one))
		if (meant) return [`${name} no es una variable de la tienda: ¿quisiste escribir ${meant}?`]
		const isLike = upper.includes('_') && words.has(firstWord(upper))
		return isLike ? [`${name} no es una variable de la tienda, que no la lee: mira .env.example`] : []
	})
}
