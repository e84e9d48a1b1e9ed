import { isRecord } from '#core/rules/is-record.ts'

/** The rows of a page, and the number of all rows of the list. */
export interface PageRows<Row> {
	readonly rows: readonly Row[]
	readonly count: number
}

const wrappings = ['results', 'items', 'users', 'data'] as const

/**
 * Reads a list as it comes: bare, or wrapped in `results`, `items`, `users` or `data`. Throws a TypeError when there is none,
 * so that it counts as a list that could not be loaded.
 */
export function readList<Row>(answer: unknown): PageRows<Row> {
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
