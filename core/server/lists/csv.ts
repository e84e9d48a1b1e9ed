import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type Options, stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database } from '#core/server/db/database.ts'

interface Export {
	/** The file, as the audit log names it. */
	readonly archivo: string
	/** Its name among the downloads, where that is another. */
	readonly savedAs?: string
	readonly filter: Readonly<Record<string, string | number | undefined>>
}

/** Fields of a filter with searched text. */
const searches = ['nro_orden', 'q']

/** Records an export in the audit log and the security trail before its first row is read, then streams the file. */
export async function sendExport(
	db: Database,
	request: FastifyRequest,
	reply: FastifyReply,
	{ archivo, savedAs = archivo, filter }: Export,
	pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
	// The filter without the searched text, which may be a person's name.
	const chosen = Object.entries(filter).flatMap(([name, value]) => {
		if (value === undefined) return []
		return searches.includes(name) ? [`${name}=…`] : [`${name}=${value}`]
	})
	const { id } = request.usuario
	await db.transaction((tx) =>
		writeAudit(tx, {
			tipo: 'usuario',
			ref: id,
			usuario_id: id,
			accion: 'exportado',
			detalle: archivo,
			despues: chosen.length === 0 ? 'todo' : chosen.join(', '),
		}),
	)
	request.recordSecurity('exportacion', { detalle: archivo })
	reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${savedAs}"`)
	// With backpressure: a piece is read once the previous one was sent, and none after the client disconnects.
	return reply.send(Readable.from(pieces, { highWaterMark: 1 }))
}

/** A value of a CSV file. Numbers are written as they are, text is escaped. */
export type CsvValue = string | number | null

/**
 * For Excel in Chile. Text that Excel would read as a formula (OWASP, "CSV Injection") gets an apostrophe; a negative
 * number stays.
 */
const format: Options = {
	delimiter: ';',
	record_delimiter: 'windows',
	quote_record_delimiter: true,
	escape_formulas: true,
	cast: { string: (text) => text.trimStart() },
}

export const csvLines = (rows: readonly (readonly CsvValue[])[]): string => stringify([...rows], format)

/** The first line of a file, after the byte order mark that Excel needs. */
export const csvHead = (names: readonly string[]): string => stringify([names], { ...format, bom: true })

/** The lines of a file that is small enough to be read at once. */
export interface CsvTable {
	readonly head: readonly string[]
	readonly rows: readonly (readonly CsvValue[])[]
}

/** A table of these fields of rows, each under its name. */
export const tableOf = <Name extends string>(
	head: readonly Name[],
	rows: readonly Readonly<Record<Name, CsvValue>>[],
): CsvTable => ({ head, rows: rows.map((row) => head.map((name) => row[name])) })

/** Formats a table as a file, in one piece. */
export async function* csvOfTable({ head, rows }: CsvTable): AsyncGenerator<string> {
	yield csvHead(head)
	yield csvLines(rows)
}

/** A number with a decimal comma, as Excel in Chile reads it. */
export const decimalComma = (value: number): string => String(value).replace('.', ',')

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
