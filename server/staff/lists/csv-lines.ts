/** A value of a CSV file. Numbers are written as they are, text is made safe. */
export type CsvValue = string | number | null

/** What marks the file as UTF-8 for Excel. */
export const byteOrderMark = '\u{feff}'

/**
 * A cell. Text that a spreadsheet would take for a formula (OWASP, "CSV Injection": it begins with = + - @, a tab or a line
 * break, also those of full width) gets an apostrophe before it. A number is no formula, so a negative one stays a number.
 */
export function csvCell(value: CsvValue): string {
	if (value === null) return ''
	if (typeof value === 'number') return String(value)
	const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
	return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, as Excel in Chile reads it: parted by semicolons, ended by CR LF. */
export function csvLine(values: readonly CsvValue[]): string {
	return `${values.map(csvCell).join(';')}\r\n`
}
