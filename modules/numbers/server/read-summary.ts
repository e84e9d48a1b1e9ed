import { type Failure, isFailure } from '#core/contract/failure.ts'
import { periodOf } from '#core/server/lists/period.ts'
import type { StaffDeps } from '#modules/context.ts'
import type { Reduction } from '#modules/numbers/net-sales.ts'
import { readDaySums, salesOf, sumOfDays } from '#modules/numbers/server/day-sums.ts'
import { readDisputed, readReductions } from '#modules/numbers/server/read-reductions.ts'
import type { SummaryAnswer, SummaryQuery } from '#modules/numbers/shapes/summary.ts'

/** Returns the numbers of a period. Fails with `valor_invalido` for an invalid or too long one. */
export async function readSummary(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	query: SummaryQuery,
): Promise<SummaryAnswer | Failure> {
	const period = periodOf(query, deps.clock.now())
	if (isFailure(period)) return period
	const [days, reductions, contracargos] = await Promise.all([
		readDaySums(deps.db, period),
		readReductions(deps.db, period),
		readDisputed(deps.db, period),
	])
	const { creadas, iniciados, pagados, vendido_por_metodo, por_color, documentos } = sumOfDays([...days.values()])
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
		documentos,
	}
}

const sumOf = (reductions: readonly Reduction[]) => reductions.reduce((sum, { monto }) => sum + monto, 0)
