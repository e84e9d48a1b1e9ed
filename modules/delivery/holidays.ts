import { daysLater } from '#core/rules/times.ts'

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

/** The owner's list in order, with these days (`YYYY-MM-DD`) and without those. Invalid entries stay, at the end. */
export function holidaysWith(text: string, add: readonly string[], remove: readonly string[] = []): string {
	const days = new Set([...readHolidays(text), ...add])
	for (const day of remove) days.delete(day)
	const invalid = wordsOf(text).filter((word) => readDay(word) === undefined)
	return [...[...days].sort().map((day) => day.split('-').reverse().join('-')), ...invalid].join(', ')
}

export interface Holiday {
	/** `YYYY-MM-DD`. */
	readonly day: string
	readonly name: string
}

/** 0 is Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): string {
	const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
	const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
	const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
	const sum = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
	return `${year}-0${Math.floor(sum / 31)}-${String((sum % 31) + 1).padStart(2, '0')}`
}

/** Law 19.668: Tuesday to Thursday moves to that week's Monday, Friday to the next Monday. */
function movedToMonday(day: string): string {
	const weekday = weekdayOf(day)
	if (weekday === 5) return daysLater(day, 3)
	return weekday >= 2 && weekday <= 4 ? daysLater(day, 1 - weekday) : day
}

/** Law 20.299: Tuesday moves to the Friday before, Wednesday to the Friday after. */
function movedToFriday(day: string): string {
	const weekday = weekdayOf(day)
	if (weekday === 2) return daysLater(day, -4)
	return weekday === 3 ? daysLater(day, 2) : day
}

/** Laws 20.215 and 20.983: days that would be single working days beside a holiday. */
function bridgesOf(year: number): readonly string[] {
	const independence = weekdayOf(`${year}-09-18`)
	const september = { 2: '17', 3: '20', 6: '17' }[independence]
	return [
		...(weekdayOf(`${year}-01-01`) === 0 ? [`${year}-01-02`] : []),
		...(september ? [`${year}-09-${september}`] : []),
	]
}

/**
 * Chile's national legal holidays of a year in order, without elections, which are holidays by decree. Valid from 2022 to
 * 2045: until then the winter solstice in Chile (law 21.357) is on 20 June in leap years and the year after.
 */
export function chileanHolidays(year: number): readonly Holiday[] {
	const easter = easterOf(year)
	const holidays = [
		[`${year}-01-01`, 'Año Nuevo'],
		[daysLater(easter, -2), 'Viernes Santo'],
		[daysLater(easter, -1), 'Sábado Santo'],
		[`${year}-05-01`, 'Día del Trabajo'],
		[`${year}-05-21`, 'Glorias Navales'],
		[`${year}-06-${year % 4 < 2 ? 20 : 21}`, 'Pueblos Indígenas'],
		[movedToMonday(`${year}-06-29`), 'San Pedro y San Pablo'],
		[`${year}-07-16`, 'Virgen del Carmen'],
		[`${year}-08-15`, 'Asunción de la Virgen'],
		[`${year}-09-18`, 'Independencia'],
		[`${year}-09-19`, 'Glorias del Ejército'],
		[movedToMonday(`${year}-10-12`), 'Encuentro de Dos Mundos'],
		[movedToFriday(`${year}-10-31`), 'Iglesias Evangélicas'],
		[`${year}-11-01`, 'Todos los Santos'],
		[`${year}-12-08`, 'Inmaculada Concepción'],
		[`${year}-12-25`, 'Navidad'],
		...bridgesOf(year).map((day) => [day, 'Feriado adicional'] as const),
	] as const
	return holidays.map(([day, name]) => ({ day, name })).sort((one, other) => one.day.localeCompare(other.day))
}
