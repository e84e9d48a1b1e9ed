import { between, sql } from 'drizzle-orm'
import { orRefuse } from '#core/contract/failure.ts'
import type { PeriodQuery } from '#core/contract/lists.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { createDayCounter, type DayCounter } from '#core/server/db/day-counter.ts'
import { type Period, periodOf } from '#core/server/lists/list-page.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { type CountedStep, type FunnelCounts, funnelRows } from '#modules/numbers/funnel.ts'
import { type DaySums, readDaySums, sumOfDays } from '#modules/numbers/server/summary.ts'
import type { FunnelAnswer } from '#modules/numbers/shapes.ts'
import { pasosPorDia } from '#modules/numbers/tables.ts'

export interface FunnelDeps extends Pick<StaffDeps, 'db' | 'clock'> {
	readonly steps: Pick<StepCounter, 'flush'>
}

/** Returns the funnel of a period. Refuses with `valor_invalido` for an invalid or too long one. */
export async function readFunnel(deps: FunnelDeps, query: PeriodQuery): Promise<FunnelAnswer> {
	const period = orRefuse(periodOf(query, deps.clock.now()))
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

export type StepCounter = DayCounter<{ readonly paso: CountedStep }>

/** Counts steps per day: one row each. */
export const createStepCounter = ({
	db,
	...deps
}: {
	db: Database
	clock: Clock
	log: Pick<Log, 'warn'>
}): StepCounter =>
	createDayCounter(deps, (rows) =>
		db
			.insert(pasosPorDia)
			.values(rows)
			.onConflictDoUpdate({
				target: [pasosPorDia.dia, pasosPorDia.paso],
				set: { cantidad: sql`${pasosPorDia.cantidad} + excluded.cantidad` },
			}),
	)
