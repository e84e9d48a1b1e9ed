const maxWords = 8

/**
 * What was typed as a tsquery of prefixes, all to be found by `wordsOf`; undefined without a word. Letters and digits only,
 * so that nothing can change the query.
 */
export function toPrefixQuery(typed: string): string | undefined {
	const words = typed
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter((word) => word !== '')
		.slice(0, maxWords)
	return words.length === 0 ? undefined : words.map((word) => `'${word}':*`).join(' & ')
}
