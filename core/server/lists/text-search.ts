import { and, like, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { fold } from '#core/rules/typed-text.ts'

const maxWords = 8

/** Lower case without accents, as in `searchedText`. Letters and digits only, so no word is a pattern. */
function wordsIn(typed: string): string[] {
	const words = fold(typed)
		.split(/[^a-z0-9]+/)
		.filter((word) => word !== '')
	return [...new Set(words)].slice(0, maxWords)
}

/** SQL condition: `searchedText` has, for each typed word, a word with that prefix; false without a word. */
export function hasWords(text: PgColumn, typed: string): SQL {
	return and(...wordsIn(typed).map((word) => like(text, `% ${word}%`))) ?? sql`false`
}

/** SQL condition: `searchedText` ends with these digits. */
export const endsWith = (text: PgColumn, digits: string): SQL => like(text, `%${digits}`)
