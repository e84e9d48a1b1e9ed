/** How many copies outside are kept: the newest of each of the last days, weeks and months that have any. */
const kept = [
	{ most: 7, periodOf: (day: Date) => day.toISOString().slice(0, 10) },
	{ most: 5, periodOf: (day: Date) => String(Math.floor((day.getTime() / 86_400_000 + 3) / 7)) },
	{ most: 12, periodOf: (day: Date) => day.toISOString().slice(0, 7) },
] as const

const namePattern = /^premium-shaker-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.age$/

/** The file name of a copy: its moment in UTC, to the second. Sorts by time. */
export const copyName = (moment: Date): string =>
	`premium-shaker-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.age`

/** The names of copies among `names`, newest first. */
export const copiesAmong = (names: readonly string[]): string[] =>
	names
		.filter((name) => namePattern.test(name))
		.sort()
		.toReversed()

/** The copies that may be deleted: 7 days, 5 weeks and 12 months keep their newest. No other name is ever returned. */
export function expiredCopies(names: readonly string[]): string[] {
	const copies = copiesAmong(names)
	const wanted = new Set<string>()
	for (const { most, periodOf } of kept) {
		const newest = new Map<string, string>()
		for (const name of copies) {
			const period = periodOf(new Date(`${namePattern.exec(name)?.[1]}T00:00:00Z`))
			if (!newest.has(period)) newest.set(period, name)
		}
		for (const name of [...newest.values()].slice(0, most)) wanted.add(name)
	}
	return copies.filter((name) => !wanted.has(name))
}
