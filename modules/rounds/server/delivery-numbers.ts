import { type SQL, sql } from 'drizzle-orm'
import { orRefuse } from '#core/contract/failure.ts'
import type { SpanQuery } from '#core/contract/lists.ts'
import { firstDayOf } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { type CsvTable, decimalComma, tableOf } from '#core/server/lists/csv.ts'
import { dateOf, dayAfter, dayStart, type Period, periodOf, startOf } from '#core/server/lists/list-page.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { halfWindowMs } from '#modules/rounds/route.ts'
import type { DeliveryNumbersAnswer } from '#modules/rounds/shapes.ts'
import { paradas, rondas } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/**
 * Returns deliveries of a period by day, week or month. Refuses with `valor_invalido` for an invalid or too long period.
 */
export async function readDeliveryNumbers(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	query: SpanQuery,
): Promise<DeliveryNumbersAnswer> {
	const period = orRefuse(periodOf(query, deps.clock.now()))
	const { por = 'dia' } = query
	const { costo_km, costo_hora } = await readSettings(deps.db)
	const days = await readDays(deps.db, period)
	const costs = { costo_km, costo_hora }
	const spans = [...Map.groupBy(days, ({ dia }) => firstDayOf(dia, por))].toSorted(([a], [b]) => a.localeCompare(b))
	return {
		...period,
		...costs,
		total: deliveryNumbers(sumDriven(days), costs),
		por_periodo: spans.map(([periodo, own]) => ({ periodo, ...deliveryNumbers(sumDriven(own), costs) })),
	}
}

/**
 * Delivery attempts by the time at the door, and driving by the departure, per day. Drafts and stops not visited do not
 * count.
 */
async function readDays(db: Queryable, { desde, hasta }: Period) {
	const within = (moment: SQL) => sql`${moment} >= ${dayStart(desde)} and ${moment} < ${dayAfter(hasta)}`
	const isHandedOver = sql`${paradas.estado} = 'entregada'`
	// As `isEarly` in route.ts: the announced hour begins on whole tens of minutes.
	const halfWindow = halfWindowMs / 1_000
	const announcedFrom = sql`to_timestamp(round((extract(epoch from ${paradas.avisada_at}) - ${halfWindow}) / 600) * 600)`
	const isEarly = sql`(${paradas.avisada_at} is not null and ${paradas.hecha_at} < ${announcedFrom})`
	// One index scan per day: computing the day of each attempt costs more than reading it.
	const tries = sql`
		select dia, 0 as rondas, entregadas, a_tiempo, adelantadas, no_entregadas, 0 as metros, 0 as segundos
		from (select ${desde}::date + n as dia from generate_series(0, ${hasta}::date - ${desde}::date) n) dias
		cross join lateral (
			select count(*) as hechas, count(*) filter (where ${isHandedOver}) as entregadas,
				count(*) filter (where ${isHandedOver} and not ${paradas.atrasada} and not ${isEarly}) as a_tiempo,
				count(*) filter (where ${isHandedOver} and ${isEarly}) as adelantadas,
				count(*) filter (where ${paradas.motivo} not in ('sin_visitar', 'cancelada')) as no_entregadas
			from ${paradas}
			where ${paradas.fecha_at} >= ${startOf(sql`dia`)} and ${paradas.fecha_at} < ${startOf(sql`dia + 1`)}
				and ${paradas.estado} in ('entregada', 'no_entregada')
		) del_dia
		where hechas > 0`
	const driving = sql`
		select ${dateOf(sql`${rondas.salida_at}`)}, count(*), 0, 0, 0, 0, sum(${rondas.metros}), sum(${rondas.segundos})
		from ${rondas}
		where ${within(sql`${rondas.salida_at}`)} and ${rondas.estado} <> 'borrador' and ${rondas.segundos} > 0 group by 1`
	const { rows } = await db.execute<DrivenSums & { readonly dia: string } & Record<string, unknown>>(sql`
		select to_char(dia, 'YYYY-MM-DD') as dia, rondas::int, entregadas::int, a_tiempo::int, adelantadas::int, no_entregadas::int, metros::int,
			segundos::int
		from ((${tries}) union all (${driving})) por_dia`)
	return rows
}

/** The numbers as a file. Refuses as `readDeliveryNumbers` does. */
export async function deliveryNumbersTable(deps: Pick<StaffDeps, 'db' | 'clock'>, query: SpanQuery): Promise<CsvTable> {
	const { por_periodo } = await readDeliveryNumbers(deps, query)
	const rows = por_periodo.map((row) => ({
		...row,
		desde: row.periodo,
		a_tiempo_porcentaje: row.a_tiempo_porcentaje === null ? null : decimalComma(row.a_tiempo_porcentaje),
		km: decimalComma(row.metros / 1_000),
		horas: decimalComma(Math.round(row.segundos / 36) / 100),
	}))
	const counts = ['rondas', 'entregadas', 'a_tiempo', 'a_tiempo_porcentaje', 'adelantadas', 'no_entregadas'] as const
	return tableOf(['desde', ...counts, 'km', 'horas', 'costo', 'costo_por_entrega'], rows)
}

/**
 * Sums of a period: delivery attempts, and driving in metres and seconds. `adelantadas`: handed over before the
 * announced hour, which is not on time.
 */
const drivenSums = ['rondas', 'entregadas', 'a_tiempo', 'adelantadas', 'no_entregadas', 'metros', 'segundos'] as const
type DrivenSums = Readonly<Record<(typeof drivenSums)[number], number>>

export const sumDriven = (days: readonly DrivenSums[]): DrivenSums =>
	Object.fromEntries(drivenSums.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)])) as Record<
		keyof DrivenSums,
		number
	>

/** The numbers of driving: the share on time, and the cost per delivery. */
export function deliveryNumbers(
	sums: DrivenSums,
	{ costo_km, costo_hora }: Pick<DeliveryNumbersAnswer, 'costo_km' | 'costo_hora'>,
): DeliveryNumbersAnswer['total'] {
	const { entregadas, a_tiempo, metros, segundos } = sums
	const costo = Math.round((metros * costo_km) / 1_000 + (segundos * costo_hora) / 3_600)
	return {
		...sums,
		a_tiempo_porcentaje: entregadas === 0 ? null : Math.round((a_tiempo / entregadas) * 1_000) / 10,
		costo,
		costo_por_entrega: entregadas === 0 ? null : Math.round(costo / entregadas),
	}
}
