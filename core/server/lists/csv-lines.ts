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
