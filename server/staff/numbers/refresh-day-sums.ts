import { between, min, sql } from 'drizzle-orm'
import { dayIn, daysLater } from '#domain/calendar-days.ts'
import type { Context } from '#server/context/context.ts'
import type { Database } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { diasCambiados, sumasPorDia } from '#server/db/tables/records.ts'
import { daysOf, type Period } from '#server/staff/lists/period.ts'
import { addUpDays } from '#server/staff/numbers/day-sums.ts'
import { readKeptDays, runsOf } from '#server/staff/numbers/read-day-sums.ts'

/** How many days are added up in one go, so that no transaction is long. */
const daysAtOnce = 31

/** Adds up the days until yesterday that are not, or whose orders were written since. A day that goes on is never kept. */
export async function refreshDaySums({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
	const [first] = await db.select({ at: min(ordenes.created_at) }).from(ordenes)
	const hasta = daysLater(dayIn(clock.now()), -1)
	const desde = first?.at ? dayIn(first.at) : hasta
	if (desde > hasta) return
	const period = { desde, hasta }
	const kept = await readKeptDays(db, period)
	for (const run of runsOf(daysOf(period).filter((dia) => !kept.has(dia)))) {
		for (let from = run.desde; from <= run.hasta; from = daysLater(from, daysAtOnce)) {
			const to = daysLater(from, daysAtOnce - 1)
			await keepDays(db, { desde: from, hasta: to < run.hasta ? to : run.hasta })
		}
	}
}

/**
 * Keeps the sums of days, and forgets that they were changed: only the changes that these sums know of, as all of it sees the
 * database at one moment. What is written meanwhile leaves a row that makes the day count as changed again.
 */
async function keepDays(db: Database, period: Period): Promise<void> {
	await db.transaction(
		async (tx) => {
			const sums = await addUpDays(tx, period)
			await tx.delete(diasCambiados).where(between(diasCambiados.dia, period.desde, period.hasta))
			await tx
				.insert(sumasPorDia)
				.values([...sums].map(([dia, sumas]) => ({ dia, sumas })))
				.onConflictDoUpdate({ target: sumasPorDia.dia, set: { sumas: sql`excluded.sumas` } })
		},
		{ isolationLevel: 'repeatable read' },
	)
}
