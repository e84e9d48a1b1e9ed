import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJournal } from './journal.ts'

describe('a journal', () => {
	let folder: string
	let file: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'journal-'))
		file = join(folder, 'deep', 'journal.jsonl')
	})
	afterEach(() => rmSync(folder, { recursive: true }))

	test('restores the last state of each record, also without a clean close', () => {
		const records = openJournal(file).table<string>('letters')
		records.put('a', 'one')
		records.put('b', 'two')
		records.put('a', 'three')
		expect(openJournal(file).table('letters').values()).toEqual(['three', 'two'])
	})

	test('ignores a record that was cut off while it was written', () => {
		openJournal(file).table<string>('letters').put('a', 'one')
		appendFileSync(file, '["letters","b","tw')
		expect(openJournal(file).table('letters').values()).toEqual(['one'])
	})

	test.each([['["letters","b","tw\n'], ['\0\0\0\n'], ['{}\n'], ['\n']])(
		'ignores the damaged line %j between others',
		(line) => {
			openJournal(file).table<string>('letters').put('a', 'one')
			appendFileSync(file, line)
			appendFileSync(file, '["letters","c","three"]\n')
			expect(openJournal(file).table('letters').values()).toEqual(['one', 'three'])
		},
	)

	test('stores the newest records only, in a file of bounded size', () => {
		const numbers = openJournal(file).table<number>('numbers', 10)
		for (let index = 0; index < 5_000; index += 1) numbers.put(String(index), index)
		expect(numbers.values()).toEqual([4990, 4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999])
		expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1_100)
		expect(openJournal(file).table<number>('numbers', 10).values()).toHaveLength(10)
	})
})
