import { between, sql } from 'drizzle-orm'
import { type Failure, isFailure } from '#core/contract/failure.ts'
import { pasosPorDia } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { type Period, periodOf } from '#core/server/lists/period.ts'
import { type FunnelCounts, funnelRows } from '#modules/numbers/funnel.ts'
import { type DaySums, readDaySums, sumOfDays } from '#modules/numbers/server/day-sums.ts'
import type { NumberDeps } from '#modules/numbers/server/number-deps.ts'
import type { FunnelAnswer } from '#modules/numbers/shapes/numbers.ts'
import type { SummaryQuery } from '#modules/numbers/shapes/summary.ts'

/** Returns the funnel of a period. Fails with `valor_invalido` for an invalid or too long one. */
export async function readFunnel(deps: NumberDeps, query: SummaryQuery): Promise<FunnelAnswer | Failure> {
	const period = periodOf(query, deps.clock.now())
	if (isFailure(period)) return period
	// Unwritten counts of this process; other processes write theirs within seconds.
	await deps.steps.flush()
	const [visits, days, first] = await Promise.all([
		readVisits(deps.db, period),
		readDaySums(deps.db, period),
		firstDay(deps.db),
	])
	const byDay = Map.groupBy(visits, ({ dia }) => dia)
	const por_dia = [...days].map(([dia, day]) => ({ dia, ...countsOf(byDay.get(dia) ?? [], day) }))
	return {
		...period,
		contado_desde: first,
		pasos: funnelRows(countsOf(visits, sumOfDays([...days.values()]))),
		por_dia,
	}
}

type Visits = typeof pasosPorDia.$inferSelect

/** The counted steps, and the placed and paid orders. */
function countsOf(visits: readonly Visits[], { creadas, pagadas }: DaySums): FunnelCounts {
	const sum = { portada: 0, carrito: 0, pago: 0, orden: creadas, pagada: pagadas }
	for (const { paso, cantidad } of visits) sum[paso] += cantidad
	return sum
}

const readVisits = (db: Queryable, { desde, hasta }: Period): Promise<Visits[]> =>
	db
		.select()
		.from(pasosPorDia)
		.where(between(pasosPorDia.dia, desde, hasta))

async function firstDay(db: Queryable): Promise<string | null> {
	const { rows } = await db.execute<{ dia: string | null }>(
		sql`select to_char(min(${pasosPorDia.dia}), 'YYYY-MM-DD') as dia from ${pasosPorDia}`,
	)
	return rows[0]?.dia ?? null
}
