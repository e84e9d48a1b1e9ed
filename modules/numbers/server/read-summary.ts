import { type Failure, isFailure } from '#core/contract/failure.ts'
import type { PeriodQuery } from '#core/contract/lists.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { type Period, periodOf } from '#core/server/lists/period.ts'
import type { Hooks, StaffDeps } from '#modules/context.ts'
import type { Reduction } from '#modules/numbers/net-sales.ts'
import { readDaySums, salesOf, sumOfDays } from '#modules/numbers/server/day-sums.ts'
import { readDisputed, readReductions } from '#modules/numbers/server/read-reductions.ts'
import type { SummaryAnswer } from '#modules/numbers/shapes.ts'
import type { OwnSummaryParts } from '#modules/summary-shapes.ts'

/** Returns the numbers of a period. Fails with `valor_invalido` for an invalid or too long one. */
export async function readSummary(
	{ db, clock, hooks }: Pick<StaffDeps, 'db' | 'clock' | 'hooks'>,
	query: PeriodQuery,
): Promise<SummaryAnswer | Failure> {
	const period = periodOf(query, clock.now())
	if (isFailure(period)) return period
	const [days, reductions, contracargos, own] = await Promise.all([
		readDaySums(db, period),
		readReductions(db, period),
		readDisputed(db, period),
		readOwnParts(hooks, db, period),
	])
	const { creadas, iniciados, pagados, vendido_por_metodo, por_color } = sumOfDays([...days.values()])
	const { ventas, ordenes } = salesOf(vendido_por_metodo)
	const devuelto = sumOf(reductions)
	return {
		...period,
		ventas,
		ordenes,
		ticket_promedio: ordenes === 0 ? null : Math.round(ventas / ordenes),
		devuelto,
		por_devolver: sumOf(reductions.filter(({ isOwed }) => isOwed)),
		neta: ventas - devuelto,
		contracargos,
		ordenes_creadas: creadas,
		conversion: {
			iniciados,
			pagados,
			porcentaje: iniciados === 0 ? null : Math.round((pagados / iniciados) * 1000) / 10,
		},
		por_dia: [...days].map(([dia, day]) => ({ dia, ...salesOf(day.vendido_por_metodo) })),
		por_color,
		por_metodo: vendido_por_metodo,
		...own,
	}
}

async function readOwnParts({ summaryParts }: Hooks, db: Queryable, period: Period): Promise<OwnSummaryParts> {
	return Object.assign({}, ...(await Promise.all(summaryParts.map((read) => read(db, period)))))
}

const sumOf = (reductions: readonly Reduction[]) => reductions.reduce((sum, { monto }) => sum + monto, 0)
