import { and, between, eq, notExists } from 'drizzle-orm'
import { daysLater } from '#domain/calendar-days.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { diasCambiados, sumasPorDia } from '#server/db/tables/records.ts'
import { daysOf, type Period } from '#server/staff/lists/period.ts'
import { addUpDays, type DaySums, daySums } from '#server/staff/numbers/day-sums.ts'

/** The days of a period whose sums are kept and still right. What another release kept in another form counts as not kept. */
export async function readKeptDays(db: Queryable, { desde, hasta }: Period): Promise<Map<string, DaySums>> {
	const changed = db.select().from(diasCambiados).where(eq(diasCambiados.dia, sumasPorDia.dia))
	const rows = await db
		.select()
		.from(sumasPorDia)
		.where(and(between(sumasPorDia.dia, desde, hasta), notExists(changed)))
	return new Map(
		rows.flatMap(({ dia, sumas }) => {
			const read = daySums.safeParse(sumas)
			return read.success ? [[dia, read.data] as const] : []
		}),
	)
}

/** The runs of days that follow each other, e.g. 1 to 3 and 7: each is added up by one set of queries. */
export function runsOf(days: readonly string[]): Period[] {
	const runs: Period[] = []
	for (const dia of days) {
		const last = runs.at(-1)
		if (last && daysLater(last.hasta, 1) === dia) runs[runs.length - 1] = { ...last, hasta: dia }
		else runs.push({ desde: dia, hasta: dia })
	}
	return runs
}

/**
 * The sums of every day of a period, in the order of the days: kept ones as they are, the others added up now. All are of one
 * moment.
 */
export async function readDaySums(db: Database, period: Period): Promise<Map<string, DaySums>> {
	return await db.transaction(
		async (tx) => {
			const kept = await readKeptDays(tx, period)
			const added: [string, DaySums][] = []
			for (const run of runsOf(daysOf(period).filter((dia) => !kept.has(dia)))) {
				added.push(...(await addUpDays(tx, run)))
			}
			return new Map([...kept, ...added].sort(([a], [b]) => a.localeCompare(b)))
		},
		{ isolationLevel: 'repeatable read', accessMode: 'read only' },
	)
}
