const isDay = (text: string) =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)

/** A day in the Chilean format, `25-12-2026` or `25/12/2026`, as `YYYY-MM-DD`; undefined for an invalid one. */
function readDay(text: string): string | undefined {
	const [, day, month, year] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text) ?? []
	const written = day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
	return isDay(written) ? written : undefined
}

const wordsOf = (text: string | null) => (text ?? '').split(/[\s,;]+/).filter((word) => word !== '')

/** The days (`YYYY-MM-DD`) of the owner's list of holidays. Invalid entries are omitted. */
export function readHolidays(text: string | null): ReadonlySet<string> {
	return new Set(wordsOf(text).flatMap((word) => readDay(word) ?? []))
}

/** The sentence for staff about an invalid list of days; undefined for a valid one. */
export function holidaysProblem(text: string): string | undefined {
	const wrong = wordsOf(text).find((word) => readDay(word) === undefined)
	return wrong === undefined ? undefined : `«${wrong}» no es un día: escríbelo como 25-12-2026.`
}
