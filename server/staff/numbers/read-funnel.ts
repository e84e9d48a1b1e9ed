import { type SQL, sql } from 'drizzle-orm'
import { type Failure, isFailure } from '#contract/failure.ts'
import type { FunnelAnswer } from '#contract/staff/numbers.ts'
import type { SummaryQuery } from '#contract/staff/summary.ts'
import { type FunnelCounts, type FunnelStep, funnelRows } from '#domain/staff/funnel.ts'
import type { Queryable } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { pasosPorDia } from '#server/db/tables/records.ts'
import { daysOf, type Period, periodOf } from '#server/staff/lists/period.ts'
import { dateOf, dayAfter, dayStart } from '#server/staff/lists/santiago-days.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** How far visitors came in a period. Refuses with `valor_invalido` for a period that is none, or too long. */
export async function readFunnel(
	deps: Pick<StaffDeps, 'db' | 'clock' | 'steps'>,
	query: SummaryQuery,
): Promise<FunnelAnswer | Failure> {
	const period = periodOf(query, deps.clock.now())
	if (isFailure(period)) return period
	// What this process has counted and not written yet; others do so within seconds.
	await deps.steps.flush()
	const [counted, first] = await Promise.all([readCounts(deps.db, period), firstDay(deps.db)])
	const byDay = Map.groupBy(counted, ({ dia }) => dia)
	const por_dia = daysOf(period).map((dia) => ({ dia, ...sumOf(byDay.get(dia) ?? []) }))
	return { ...period, contado_desde: first, pasos: funnelRows(sumOf(counted)), por_dia }
}

interface Counted extends Record<string, unknown> {
	readonly dia: string
	readonly paso: FunnelStep
	readonly cantidad: number
}

function sumOf(counted: readonly Counted[]): FunnelCounts {
	const sum = { portada: 0, carrito: 0, pago: 0, orden: 0, pagada: 0 }
	for (const { paso, cantidad } of counted) sum[paso] += cantidad
	return sum
}

/** The steps by day: those counted as they happened, and of the orders when they were placed and paid. */
async function readCounts(db: Queryable, { desde, hasta }: Period): Promise<Counted[]> {
	const orders = (paso: FunnelStep, moment: SQL) => sql`
		select to_char(${dateOf(moment)}, 'YYYY-MM-DD') as dia, ${paso}::text as paso, count(*)::int as cantidad
		from ${ordenes} where ${moment} >= ${dayStart(desde)} and ${moment} < ${dayAfter(hasta)} group by 1`
	const { rows } = await db.execute<Counted>(sql`
		select to_char(${pasosPorDia.dia}, 'YYYY-MM-DD') as dia, ${pasosPorDia.paso} as paso, ${pasosPorDia.cantidad} as cantidad
		from ${pasosPorDia} where ${pasosPorDia.dia} between ${desde}::date and ${hasta}::date
		union all (${orders('orden', sql`${ordenes.created_at}`)})
		union all (${orders('pagada', sql`${ordenes.pagada_at}`)})`)
	return rows
}

async function firstDay(db: Queryable): Promise<string | null> {
	const { rows } = await db.execute<{ dia: string | null }>(
		sql`select to_char(min(${pasosPorDia.dia}), 'YYYY-MM-DD') as dia from ${pasosPorDia}`,
	)
	return rows[0]?.dia ?? null
}
