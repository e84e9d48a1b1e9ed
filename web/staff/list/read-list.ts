import { isRecord } from '#domain/is-record.ts'
/** A page of a list, and how many rows there are in all. */
export interface ListPage<Row> {
	readonly rows: readonly Row[]
	readonly count: number
	/** The cursor of the next page, where the list has one. */
	readonly next: number | null
	/** There are more than `count`: counting stopped there. */
	readonly hasMore: boolean
}

export const emptyPage: ListPage<never> = { rows: [], count: 0, next: null, hasMore: false }

const wrappings = ['results', 'items', 'users', 'data'] as const

/**
 * Reads a list as it comes: bare, or wrapped in `results`, `items`, `users` or `data`. Throws a TypeError when there is none,
 * so that it counts as a list that could not be loaded.
 */
export function readList<Row>(answer: unknown): ListPage<Row> {
	if (Array.isArray(answer)) return { rows: answer, count: answer.length, next: null, hasMore: false }
	if (isRecord(answer)) {
		for (const name of wrappings) {
			const rows = answer[name]
			if (!Array.isArray(rows)) continue
			const count = typeof answer.count === 'number' ? answer.count : rows.length
			const next = typeof answer.siguiente === 'number' ? answer.siguiente : null
			return { rows, count, next, hasMore: answer.hay_mas === true }
		}
	}
	throw new TypeError('the answer holds no list')
}
