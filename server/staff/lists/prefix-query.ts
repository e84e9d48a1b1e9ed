const maxWords = 8

/**
 * What was typed, as a text search for the beginnings of words, to be matched with `wordsOf` of the schema: every word has to
 * be found. Undefined when nothing was typed that could be a word. Words consist of letters and digits alone, so none can
 * change the query.
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
