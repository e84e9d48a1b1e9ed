import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Records of one kind, in the order of insertion. */
export interface Table<T> {
	get(id: string): T | undefined
	put(id: string, record: T): void
	values(): T[]
}

/**
 * Stores records in an append-only file of lines `[table, id, record]`, written before the call returns. A table has its
 * newest records; the file is compacted. One process owns it.
 */
export interface Journal {
	table<T>(name: string, keep?: number): Table<T>
	close(): void
}

type Tables = Map<string, Map<string, unknown>>

function load(file: string): Tables {
	const tables: Tables = new Map()
	if (!existsSync(file)) return tables
	for (const line of readFileSync(file, 'utf8').split('\n')) {
		const entry = parseLine(line)
		if (entry === undefined) continue
		const [table, id, record] = entry
		const records = tables.get(table) ?? new Map<string, unknown>()
		if (record === undefined) records.delete(id)
		else records.set(id, record)
		tables.set(table, records)
	}
	return tables
}

/** Parses a line; undefined for a truncated one, whose call never returned. */
function parseLine(line: string): [table: string, id: string, record?: unknown] | undefined {
	try {
		const entry: unknown = JSON.parse(line)
		return Array.isArray(entry) && entry.length >= 2 ? (entry as [string, string, unknown?]) : undefined
	} catch {
		return undefined
	}
}

/** File of `tables`, open for appending. */
function openFile(file: string, tables: Tables) {
	let written = 0
	let isTorn = false
	let handle = rewrite()

	const live = () => [...tables.values()].reduce((sum, records) => sum + records.size, 0)

	function rewrite(): number {
		const lines: string[] = []
		for (const [table, records] of tables) {
			for (const [id, record] of records) lines.push(`${JSON.stringify([table, id, record])}\n`)
		}
		writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 })
		renameSync(`${file}.new`, file)
		written = lines.length
		return openSync(file, 'a', 0o600)
	}

	return {
		append(entry: unknown[]): void {
			// A full disk may have truncated the last line, so this starts a new one.
			const line = `${isTorn ? '\n' : ''}${JSON.stringify(entry)}\n`
			isTorn = true
			appendFileSync(handle, line)
			isTorn = false
			written += 1
			if (written < 4 * live() + 1_000) return
			closeSync(handle)
			handle = rewrite()
		},
		close: () => closeSync(handle),
	}
}

/** Opens or creates the journal of one simulator. @throws when the folder is not writable. */
export function openJournal(file: string): Journal {
	mkdirSync(dirname(file), { recursive: true })
	const tables = load(file)
	const { append, close } = openFile(file, tables)
	return {
		close,
		table<T>(name: string, keep = 10_000): Table<T> {
			const records = (tables.get(name) ?? new Map()) as Map<string, T>
			tables.set(name, records)
			return {
				get: (id) => records.get(id),
				values: () => [...records.values()],
				put(id, record) {
					records.set(id, record)
					append([name, id, record])
					while (records.size > keep) {
						const [oldest] = records.keys()
						if (oldest === undefined) return
						records.delete(oldest)
						append([name, oldest])
					}
				},
			}
		},
	}
}
