import { type SQL, sql } from 'drizzle-orm'
import { type Failure, refuse } from '#contract/failure.ts'
import type { SummaryAnswer, SummaryQuery } from '#contract/staff/summary.ts'
import type { Database } from '#server/db/database.ts'
import { devoluciones, intentosPago, ordenes, ordenLineas } from '#server/db/schema.ts'
import { dayAfter, dayOf, dayStart } from '#server/staff/santiago-days.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const usualDays = 30
/** No chart is longer than this. */
const maxDays = 1100

const dayMs = 86_400_000
const santiagoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' })

/** The period that is asked for; days are counted as calendar days, whatever their hours. */
function periodOf(query: SummaryQuery, now: Date): { desde: string; hasta: string } | Failure {
	const hasta = query.hasta ?? santiagoDay.format(now)
	const back = new Date(Date.parse(`${hasta}T00:00:00Z`) - (usualDays - 1) * dayMs)
	const desde = query.desde ?? back.toISOString().slice(0, 10)
	const days = (Date.parse(hasta) - Date.parse(desde)) / dayMs + 1
	if (days < 1) return refuse('valor_invalido', { text: 'El primer día está después del último.' })
	if (days > maxDays) return refuse('valor_invalido', { text: 'Elige un período de tres años como máximo.' })
	return { desde, hasta }
}

async function read<Row extends Record<string, unknown>>(db: Database, query: SQL): Promise<Row[]> {
	return (await db.execute<Row>(query)).rows
}

/** The numbers of a period. Refuses with `valor_invalido` for a period that is none, or too long. */
export async function readSummary(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	query: SummaryQuery,
): Promise<SummaryAnswer | Failure> {
	const period = periodOf(query, deps.clock.now())
	if ('failure' in period) return period
	const { db } = deps
	const within = (moment: SQL | typeof ordenes.created_at) =>
		sql`${moment} >= ${dayStart(period.desde)} and ${moment} < ${dayAfter(period.hasta)}`
	const sold = sql`${within(sql`${ordenes.pagada_at}`)} and ${ordenes.estado} in ('pagada', 'completado')`
	const por_dia = await salesByDay(db, period, sold)
	const por_metodo = await read<SummaryAnswer['por_metodo'][number]>(
		db,
		sql`select ${ordenes.metodo_pago} as metodo_pago, sum(${ordenes.total})::float8 as ventas, count(*)::int as ordenes
			from ${ordenes} where ${sold} group by 1 order by 2 desc, 1`,
	)
	const por_color = await read<SummaryAnswer['por_color'][number]>(
		db,
		sql`select ${ordenLineas.color} as color, sum(${ordenLineas.cantidad})::int as unidades,
				sum(${ordenLineas.cantidad} * ${ordenLineas.precio})::float8 as ventas
			from ${ordenes} join ${ordenLineas} on ${ordenLineas.orden_id} = ${ordenes.id}
			where ${sold} group by 1 order by 2 desc, 1`,
	)
	const ventas = por_metodo.reduce((sum, row) => sum + row.ventas, 0)
	const count = por_metodo.reduce((sum, row) => sum + row.ordenes, 0)
	return {
		...period,
		ventas,
		ordenes: count,
		ticket_promedio: count === 0 ? null : Math.round(ventas / count),
		...(await readRest(db, within)),
		por_dia,
		por_color,
		por_metodo,
	}
}

async function salesByDay(db: Database, period: { desde: string; hasta: string }, sold: SQL) {
	return await read<SummaryAnswer['por_dia'][number]>(
		db,
		sql`with ventas as (
				select ${dayOf(sql`${ordenes.pagada_at}`)} as dia, sum(${ordenes.total})::float8 as ventas, count(*)::int as ordenes
				from ${ordenes} where ${sold} group by 1
			)
			select to_char(d, 'YYYY-MM-DD') as dia, coalesce(ventas.ventas, 0) as ventas, coalesce(ventas.ordenes, 0) as ordenes
			from generate_series(${period.desde}::date::timestamp, ${period.hasta}::date::timestamp, interval '1 day') d
			left join ventas on ventas.dia = to_char(d, 'YYYY-MM-DD') order by d`,
	)
}

async function readRest(
	db: Database,
	within: (moment: SQL) => SQL,
): Promise<Pick<SummaryAnswer, 'devuelto' | 'ordenes_creadas' | 'conversion'>> {
	const [row] = await read<{ devuelto: number; creadas: number; iniciados: number; pagados: number }>(
		db,
		sql`select
				(select coalesce(sum(${devoluciones.monto}), 0)::float8 from ${devoluciones}
					where ${devoluciones.estado} <> 'rechazada' and ${within(sql`${devoluciones.created_at}`)}) as devuelto,
				(select count(*)::int from ${ordenes} where ${within(sql`${ordenes.created_at}`)}) as creadas,
				count(*)::int as iniciados, (count(*) filter (where pagado))::int as pagados
			from (
				select ${intentosPago.orden_id}, bool_or(${intentosPago.estado} = 'pagado') as pagado
				from ${intentosPago} where ${within(sql`${intentosPago.created_at}`)} group by 1
			) ordenes_con_pago`,
	)
	const { devuelto = 0, creadas = 0, iniciados = 0, pagados = 0 } = row ?? {}
	const porcentaje = iniciados === 0 ? null : Math.round((pagados / iniciados) * 1000) / 10
	return { devuelto, ordenes_creadas: creadas, conversion: { iniciados, pagados, porcentaje } }
}
