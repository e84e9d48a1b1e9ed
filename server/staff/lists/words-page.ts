import { and, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import {
	type FoundPage,
	gatherThenSort,
	indexScanPage,
	maxGathered,
	type PageRequest,
	pageAmongFirst,
	type Sorting,
} from '#server/staff/lists/page-of-rows.ts'
import { knownFrequencies, type SearchedText, type WordSearch, wordSearch } from '#server/staff/lists/word-search.ts'

/** Rows of which the database noted so many are surely more than are counted, however they changed since. */
const surelyMany = 2 * maxGathered

/** So far a sorted list is walked at first. */
const firstWalk = 20_000

/** What was typed, where it is searched, and which rows count at all. */
export interface TypedWords {
	readonly text: SearchedText
	readonly typed: string
	readonly others: SQL | undefined
}

/** A search with what is known of its words. */
interface KnownSearch extends WordSearch {
	readonly others: SQL | undefined
	/** The words that the database did not note as frequent; the two rarest of those it did where there is no other. */
	readonly rare: readonly string[]
	readonly frequent: readonly string[]
	/** The rows of the rarest word, at least. */
	readonly rows: number
}

async function knownSearch(db: Queryable, { text, typed, others }: TypedWords): Promise<KnownSearch | undefined> {
	const search = wordSearch(text, typed)
	if (!search) return undefined
	const known = await knownFrequencies(db, text, search.words)
	const ranked = search.words
		.map((word, at) => ({ word, rows: known[at] ?? 0 }))
		.toSorted((one, other) => one.rows - other.rows)
	const rareOnes = ranked.filter(({ rows }) => rows <= surelyMany).length
	const words = ranked.map(({ word }) => word)
	const asked = rareOnes > 0 ? rareOnes : 2
	return { ...search, others, rare: words.slice(0, asked), frequent: words.slice(asked), rows: ranked[0]?.rows ?? 0 }
}

/** The rows of a search, the index of words being asked for its rare ones alone: those of `cl` are nearly all there are. */
const gatheredBy = ({ indexed, walked, rare, frequent, others }: KnownSearch) =>
	and(indexed(rare), walked(frequent), others)

async function walk(db: Queryable, sorting: Sorting, search: KnownSearch, wanted: PageRequest): Promise<FoundPage> {
	const told = search.walked(search.words)
	const most = firstWalk + 4 * wanted.page * wanted.page_size
	const keys =
		(await pageAmongFirst(db, sorting, { where: search.others, told, most }, wanted)) ??
		(await indexScanPage(db, sorting, and(told, search.others), { ...wanted, count: Number.POSITIVE_INFINITY }))
	return { keys, count: maxGathered, hay_mas: true }
}

/**
 * A page of the rows whose words begin like the typed ones: those of rare words are gathered by the index of words, for frequent
 * ones the sorted list is walked, where every so many rows have them.
 */
export async function wordsPage(
	db: Queryable,
	sorting: Sorting,
	typed: TypedWords,
	wanted: PageRequest,
): Promise<FoundPage> {
	const search = await knownSearch(db, typed)
	if (!search) return { keys: [], count: 0, hay_mas: false }
	const isFrequent = search.words.length === 1 && search.rows > surelyMany
	if (isFrequent && search.others === undefined) return await walk(db, sorting, search, wanted)
	const where = isFrequent ? and(search.walked(search.words), search.others) : gatheredBy(search)
	return (await gatherThenSort(db, sorting, where, wanted)) ?? (await walk(db, sorting, search, wanted))
}

/** The first rows of a sorted list whose words begin like the typed ones, `most` of them; nobody counts how many there are. */
export async function firstWithWords(
	db: Queryable,
	sorting: Sorting,
	typed: TypedWords,
	most: number,
): Promise<number[]> {
	const search = await knownSearch(db, typed)
	if (!search) return []
	const wanted = { page: 1, page_size: most }
	if (search.rows > surelyMany) {
		const walked = { where: search.others, told: search.walked(search.words), most: firstWalk }
		const keys = await pageAmongFirst(db, sorting, walked, wanted)
		if (keys) return keys
	}
	const gathered = await gatherThenSort(db, sorting, gatheredBy(search), wanted)
	return (gathered ?? (await walk(db, sorting, search, wanted))).keys
}
