import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchesOf, csvHead, csvLines } from '#core/server/lists/csv.ts'

describe('csv lines', () => {
	it.each([
		['=1+1', "'=1+1"],
		['+56 9 1234', "'+56 9 1234"],
		['-3', "'-3"],
		['@SUM(A1)', "'@SUM(A1)"],
		['\t=1', "'=1"],
		['\r\n=1', "'=1"],
		[' =1', "'=1"],
		['＝1', "'＝1"],
		['=1;"x"', `"'=1;""x"""`],
		['a;b', '"a;b"'],
		['dijo "sí"', '"dijo ""sí"""'],
		['dos\nlíneas', '"dos\nlíneas"'],
		['Los Leones 12', 'Los Leones 12'],
		['', ''],
		[-3, '-3'],
		[0, '0'],
		[null, ''],
	])('writes %j as %j', (value, cell) => {
		expect(csvLines([[value, 7]])).toBe(`${cell};7\r\n`)
	})

	it('marks the file as UTF-8 once, before its first line', () => {
		expect(csvHead(['nro_orden', 'estado']) + csvLines([[1, 'pagada']])).toBe(
			'\u{feff}nro_orden;estado\r\n1;pagada\r\n',
		)
		expect(csvLines([])).toBe('')
	})

	it('quotes every text in its own cell, and never starts one as a formula', () => {
		fc.assert(
			fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (texts) => {
				// The number at the end makes every line differ from a line of empty cells.
				const line = csvLines([[...texts, 7]])
				const cells = line.slice(0, -2).match(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g) ?? []
				expect(cells.filter((_, at) => at <= texts.length).length).toBe(texts.length + 1)
				for (const cell of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@]/)
			}),
		)
	})
})

describe('batches', () => {
	/** The sizes of the batches in which the numbers from 1 to `count` are read. */
	async function sizesOf(count: number): Promise<number[]> {
		const sizes: number[] = []
		const read: number[] = []
		const numbers = batchesOf<number>(async (last = 0, size) =>
			Array.from({ length: Math.min(size, count - last) }, (_, at) => last + at + 1),
		)
		for await (const batch of numbers) {
			sizes.push(batch.length)
			read.push(...batch)
		}
		expect(read).toEqual(Array.from({ length: count }, (_, at) => at + 1))
		return sizes
	}

	describe('batchesOf', () => {
		it('yields nothing for a file without rows', async () => {
			expect(await sizesOf(0)).toEqual([])
		})

		it('reads every row once, in batches that double up to 1000', async () => {
			expect(await sizesOf(4000)).toEqual([50, 100, 200, 400, 800, 1000, 1000, 450])
		})

		it('ends after a batch that is full by chance', async () => {
			expect(await sizesOf(50)).toEqual([50])
		})
	})
})
