import { type Options, stringify } from 'csv-stringify/sync'

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

/** Formats a table as a file, in one piece. */
export async function* csvOfTable({ head, rows }: CsvTable): AsyncGenerator<string> {
	yield csvHead(head)
	yield csvLines(rows)
}

/** A number with a decimal comma, as Excel in Chile reads it. */
export const decimalComma = (value: number): string => String(value).replace('.', ',')
