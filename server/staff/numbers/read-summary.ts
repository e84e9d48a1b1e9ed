import { sql } from 'drizzle-orm'
import { type Failure, isFailure } from '#contract/failure.ts'
import type { SummaryAnswer, SummaryQuery } from '#contract/staff/summary.ts'
import type { Database } from '#server/db/database.ts'
import { devoluciones, devolucionesAMano } from '#server/db/tables/payments.ts'
import { type Period, periodOf } from '#server/staff/lists/period.ts'
import { dayAfter, dayStart } from '#server/staff/lists/santiago-days.ts'
import { salesOf, sumOfDays } from '#server/staff/numbers/day-sums.ts'
import { readDaySums } from '#server/staff/numbers/read-day-sums.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** The numbers of a period. Refuses with `valor_invalido` for a period that is none, or too long. */
export async function readSummary(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	query: SummaryQuery,
): Promise<SummaryAnswer | Failure> {
	const period = periodOf(query, deps.clock.now())
	if (isFailure(period)) return period
	const [days, devuelto] = await Promise.all([readDaySums(deps.db, period), readGivenBack(deps.db, period)])
	const { creadas, iniciados, pagados, por_metodo, por_color, documentos } = sumOfDays([...days.values()])
	const { ventas, ordenes } = salesOf(por_metodo)
	return {
		...period,
		ventas,
		ordenes,
		ticket_promedio: ordenes === 0 ? null : Math.round(ventas / ordenes),
		devuelto,
		ordenes_creadas: creadas,
		conversion: {
			iniciados,
			pagados,
			porcentaje: iniciados === 0 ? null : Math.round((pagados / iniciados) * 1000) / 10,
		},
		por_dia: [...days].map(([dia, day]) => ({ dia, ...salesOf(day.por_metodo) })),
		por_color,
		por_metodo,
		documentos,
	}
}

/** Pesos given back, or asked back, in a period: by the gateways and by hand. */
async function readGivenBack(db: Database, { desde, hasta }: Period): Promise<number> {
	const { rows } = await db.execute<{ devuelto: number }>(
		sql`select
				(select coalesce(sum(${devoluciones.monto}), 0)::float8 from ${devoluciones}
					where ${devoluciones.estado} <> 'rechazada'
						and ${devoluciones.created_at} >= ${dayStart(desde)} and ${devoluciones.created_at} < ${dayAfter(hasta)})
				+ (select coalesce(sum(${devolucionesAMano.monto}), 0)::float8 from ${devolucionesAMano}
					where ${devolucionesAMano.fecha} between ${desde} and ${hasta}) as devuelto`,
	)
	return rows[0]?.devuelto ?? 0
}
