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

	test('remembers the last state of each record, also when nobody closed it', () => {
		const records = openJournal(file).table<string>('letters')
		records.put('a', 'one')
		records.put('b', 'two')
		records.put('a', 'three')
		expect(openJournal(file).table('letters').values()).toEqual(['three', 'two'])
	})

	test('leaves out a record that was cut off while it was written', () => {
		openJournal(file).table<string>('letters').put('a', 'one')
		appendFileSync(file, '["letters","b","tw')
		expect(openJournal(file).table('letters').values()).toEqual(['one'])
	})

	test.each([['["letters","b","tw\n'], ['\0\0\0\n'], ['{}\n'], ['\n']])(
		'leaves out the damaged line %j between others',
		(line) => {
			openJournal(file).table<string>('letters').put('a', 'one')
			appendFileSync(file, line)
			appendFileSync(file, '["letters","c","three"]\n')
			expect(openJournal(file).table('letters').values()).toEqual(['one', 'three'])
		},
	)

	test('keeps the newest records only, and a file that does not grow without end', () => {
		const numbers = openJournal(file).table<number>('numbers', 10)
		for (let index = 0; index < 5_000; index += 1) numbers.put(String(index), index)
		expect(numbers.values()).toEqual([4990, 4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999])
		expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1_100)
		expect(openJournal(file).table<number>('numbers', 10).values()).toHaveLength(10)
	})
})
