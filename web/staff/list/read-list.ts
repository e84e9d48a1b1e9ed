import { isRecord } from '#domain/is-record.ts'
/** A page of a list, and how many rows there are in all. */
export interface ListPage<Row> {
	readonly rows: readonly Row[]
	readonly count: number
}

export const emptyPage: ListPage<never> = { rows: [], count: 0 }

const wrappings = ['results', 'items', 'users', 'data'] as const

/**
 * Reads a list as it comes: bare, or wrapped in `results`, `items`, `users` or `data`. Throws a TypeError when there is none,
 * so that it counts as a list that could not be loaded.
 */
export function readList<Row>(answer: unknown): ListPage<Row> {
	if (Array.isArray(answer)) return { rows: answer, count: answer.length }
	if (isRecord(answer)) {
		for (const name of wrappings) {
			const rows = answer[name]
			if (!Array.isArray(rows)) continue
			return { rows, count: typeof answer.count === 'number' ? answer.count : rows.length }
		}
	}
	throw new TypeError('the answer holds no list')
}
