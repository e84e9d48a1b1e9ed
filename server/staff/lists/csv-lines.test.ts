import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvCell, csvLine } from './csv-lines.ts'

it.each([
	['=1+1', "'=1+1"],
	['+56 9 1234', "'+56 9 1234"],
	['-3', "'-3"],
	['@SUM(A1)', "'@SUM(A1)"],
	['\t=1', "'\t=1"],
	[' =1', "' =1"],
	['＝1', "'＝1"],
	['a;b', '"a;b"'],
	['dijo "sí"', '"dijo ""sí"""'],
	['dos\nlíneas', '"dos\nlíneas"'],
	['Los Leones 12', 'Los Leones 12'],
	[-3, '-3'],
	[null, ''],
])('writes %j as %j', (value, cell) => {
	expect(csvCell(value)).toBe(cell)
})

it('keeps every text in a cell of its own, and never begins one as a formula', () => {
	fc.assert(
		fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (texts) => {
			const line = csvLine(texts)
			const cells = line.slice(0, -2).match(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g) ?? []
			expect(cells.filter((_, at) => at < texts.length).length).toBe(texts.length)
			for (const text of texts) expect(csvCell(text).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r\n]/)
		}),
	)
})
