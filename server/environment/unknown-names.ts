/** First words of the shop's names that other programs use, too: what only begins with one of them is no mistake. */
const commonWords = new Set(['DATA', 'DATABASE', 'GOOGLE', 'HOST', 'LOG', 'MAIL', 'PORT', 'PUBLIC', 'SECRET', 'SHOP'])
/** Below it, one letter more or less is another word (`HOST`, `POST`). */
const leastLetters = 6

const firstWord = (name: string) => name.split('_', 1)[0] ?? ''

/** Whether one letter added, left out, changed, or changed places with the next makes one name of the other. */
function isOneSlipFrom(name: string, known: string): boolean {
	if (Math.abs(name.length - known.length) > 1) return false
	let start = 0
	while (start < name.length && name[start] === known[start]) start++
	const [rest, right] = [name.slice(start), known.slice(start)]
	const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
	return rest.slice(1) === right.slice(1) || rest.slice(1) === right || rest === right.slice(1) || swapped === right
}

/** Says which of the given names are probably misspelled ones of the shop's, which reads none of them. */
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
