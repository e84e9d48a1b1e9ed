import { setImmediate } from 'node:timers/promises'

/** The first batch is small and each next one twice as large, so that a file begins at once. */
const firstSize = 50
/** Rows per query: a file streams, and no request loads all of it. */
const maxSize = 1000

/** Reads the rows of a file in batches. `read` returns the next rows after `last`, `size` of them or the remaining ones. */
export async function* batchesOf<Row>(
	read: (last: Row | undefined, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
	let last: Row | undefined
	for (let size = firstSize; ; size = Math.min(2 * size, maxSize)) {
		const rows = await read(last, size)
		if (rows.length > 0) yield rows
		if (rows.length < size) return
		last = rows.at(-1)
		// The embedded database runs in this process; without a pause no other request would be answered.
		await setImmediate()
	}
}
