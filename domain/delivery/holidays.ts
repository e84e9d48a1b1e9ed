const isDay = (text: string) =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)

/** A day as people in Chile write it, `25-12-2026` or `25/12/2026`, as `YYYY-MM-DD`; undefined for what is no day. */
function readDay(text: string): string | undefined {
	const [, day, month, year] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text) ?? []
	const written = day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
	return isDay(written) ? written : undefined
}

const wordsOf = (text: string | null) => (text ?? '').split(/[\s,;]+/).filter((word) => word !== '')

/** The days (`YYYY-MM-DD`) of a list of holidays, as the owner wrote it. What is no day is left out. */
export function readHolidays(text: string | null): ReadonlySet<string> {
	return new Set(wordsOf(text).flatMap((word) => readDay(word) ?? []))
}

/** Why a text is no list of days, in a sentence for staff; undefined when it is one. */
export function holidaysProblem(text: string): string | undefined {
	const wrong = wordsOf(text).find((word) => readDay(word) === undefined)
	return wrong === undefined ? undefined : `«${wrong}» no es un día: escríbelo como 25-12-2026.`
}
