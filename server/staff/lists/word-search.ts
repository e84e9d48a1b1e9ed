import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { wordsOf } from '#server/db/tables/columns.ts'

const maxWords = 8

/** Where words are searched: text columns, and the GIN index of their words. */
export interface SearchedText {
	readonly index: string
	readonly columns: readonly AnyPgColumn[]
}

/** What was typed, as beginnings of words that all have to be found. */
export interface WordSearch {
	readonly words: readonly string[]
	/**
	 * The rows that have these words, by the index of words: at once those of a rare word, those of a frequent one only after
	 * all of them were read.
	 */
	indexed(words: readonly string[]): SQL
	/** The same rows, told one by one, a tenth of what making their words anew costs. No plan can turn to the index of words. */
	walked(words: readonly string[]): SQL | undefined
}

/** Letters and digits only, so that nothing can change a query. */
function wordsIn(typed: string): string[] {
	const folded = typed.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
	const words = folded.split(/[^a-z0-9]+/).filter((word) => word !== '')
	return [...new Set(words)].slice(0, maxWords)
}

/** What `wordsOf` takes for each of these letters. */
const accented: Readonly<Record<string, string>> = { a: 'áÁ', e: 'éÉ', i: 'íÍ', o: 'óÓ', u: 'úüÚÜ', n: 'ñÑ' }
const betweenWords = `[^a-zA-Z0-9${Object.values(accented).join('')}]`
const eitherCase = (letter: string) => `[${letter}${letter.toUpperCase()}${accented[letter] ?? ''}]`

/** A regular expression for a word that begins like this, in a text that begins with a space. */
const beginningLike = (word: string) => betweenWords + [...word].map(eitherCase).join('')

/** The rows whose words begin like the typed ones; undefined without a word. */
export function wordSearch({ columns }: SearchedText, typed: string): WordSearch | undefined {
	const words = wordsIn(typed)
	if (words.length === 0) return undefined
	const text = sql.join([sql`' '`, ...columns.map((column) => sql`${column}`)], sql` || ' ' || `)
	return {
		words,
		indexed: (some) => sql`${wordsOf(...columns)} @@ ${some.map((word) => `'${word}':*`).join(' & ')}::tsquery`,
		walked: (some) => and(...some.map((word) => sql`${text} ~ ${beginningLike(word)}`)),
	}
}

/**
 * How many rows surely have a word that begins like this one, by what the database noted when it last looked over the table:
 * for each of the words, 0 for one that it did not note as frequent.
 */
export async function knownFrequencies(
	db: Queryable,
	{ index }: SearchedText,
	words: readonly string[],
): Promise<number[]> {
	const { rows } = await db.execute<{ rows: number }>(sql`
		select (coalesce(max(noted.part), 0) * greatest(max(t.reltuples), 0))::float8 as rows
		from unnest(${`{${words.join(',')}}`}::text[]) with ordinality typed (word, place)
		cross join pg_index i
		join pg_class t on t.oid = i.indrelid
		left join pg_stats s on s.schemaname = t.relnamespace::regnamespace::text and s.tablename = ${index}
		left join unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) noted (word, part)
			on starts_with(noted.word, typed.word)
		where i.indexrelid = ${index}::regclass
		group by typed.place order by typed.place`)
	return rows.map(({ rows: known }) => known)
}
