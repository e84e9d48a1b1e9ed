import { type SQL, sql } from 'drizzle-orm'
import { type Failure, isFailure } from '#contract/failure.ts'
import type { SummaryAnswer, SummaryQuery } from '#contract/staff/summary.ts'
import type { MetodoPago } from '#domain/orders/metodo-pago.ts'
import type { Database } from '#server/db/database.ts'
import { ordenes, ordenLineas } from '#server/db/tables/orders.ts'
import { devoluciones, devolucionesAMano, intentosPago } from '#server/db/tables/payments.ts'
import { daysOf, periodOf } from '#server/staff/lists/period.ts'
import { readDocumentSums } from '#server/staff/lists/read-document-sums.ts'
import { dateOf, dayAfter, dayStart } from '#server/staff/lists/santiago-days.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

async function read<Row extends Record<string, unknown>>(db: Database, query: SQL): Promise<Row[]> {
	return (await db.execute<Row>(query)).rows
}

/** The numbers of a period. Refuses with `valor_invalido` for a period that is none, or too long. */
export async function readSummary(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	query: SummaryQuery,
): Promise<SummaryAnswer | Failure> {
	const period = periodOf(query, deps.clock.now())
	if (isFailure(period)) return period
	const within = (moment: SQL) => sql`${moment} >= ${dayStart(period.desde)} and ${moment} < ${dayAfter(period.hasta)}`
	const sold = sql`${within(sql`${ordenes.pagada_at}`)} and ${ordenes.estado} in ('pagada', 'completado')`
	const [sales, por_color, rest, documentos] = await Promise.all([
		readSales(deps.db, sold),
		readColors(deps.db, sold),
		readRest(deps.db, within, period),
		readDocumentSums(deps.db, period),
	])
	const sum = sumOf(sales)
	const byDay = Map.groupBy(sales, ({ dia }) => dia)
	return {
		...period,
		...sum,
		ticket_promedio: sum.ordenes === 0 ? null : Math.round(sum.ventas / sum.ordenes),
		...rest,
		por_dia: daysOf(period).map((dia) => ({ dia, ...sumOf(byDay.get(dia) ?? []) })),
		por_color,
		por_metodo: byMethod(sales),
		documentos,
	}
}

interface Sales extends Record<string, unknown> {
	readonly dia: string
	readonly metodo_pago: MetodoPago
	readonly ventas: number
	readonly ordenes: number
}

/** What was sold, by day and method at once: the orders are read a single time. */
async function readSales(db: Database, sold: SQL): Promise<Sales[]> {
	return await read<Sales>(
		db,
		sql`select to_char(dia, 'YYYY-MM-DD') as dia, metodo_pago, ventas, ordenes from (
				select ${dateOf(sql`${ordenes.pagada_at}`)} as dia, ${ordenes.metodo_pago} as metodo_pago,
					sum(${ordenes.total})::float8 as ventas, count(*)::int as ordenes
				from ${ordenes} where ${sold} group by 1, 2
			) por_dia_y_metodo`,
	)
}

async function readColors(db: Database, sold: SQL): Promise<SummaryAnswer['por_color']> {
	return await read<SummaryAnswer['por_color'][number]>(
		db,
		sql`select ${ordenLineas.color} as color, sum(${ordenLineas.cantidad})::int as unidades,
				sum(${ordenLineas.cantidad} * ${ordenLineas.precio})::float8 as ventas
			from ${ordenes} join ${ordenLineas} on ${ordenLineas.orden_id} = ${ordenes.id}
			where ${sold} group by 1 order by 2 desc, 1`,
	)
}

const sumOf = (sales: readonly Sales[]) => ({
	ventas: sales.reduce((sum, row) => sum + row.ventas, 0),
	ordenes: sales.reduce((sum, row) => sum + row.ordenes, 0),
})

function byMethod(sales: readonly Sales[]): SummaryAnswer['por_metodo'] {
	return [...Map.groupBy(sales, ({ metodo_pago }) => metodo_pago)]
		.map(([metodo_pago, own]) => ({ metodo_pago, ...sumOf(own) }))
		.sort((a, b) => b.ventas - a.ventas || a.metodo_pago.localeCompare(b.metodo_pago))
}

async function readRest(
	db: Database,
	within: (moment: SQL) => SQL,
	{ desde, hasta }: { desde: string; hasta: string },
): Promise<Pick<SummaryAnswer, 'devuelto' | 'ordenes_creadas' | 'conversion'>> {
	const [row] = await read<{ devuelto: number; creadas: number; iniciados: number; pagados: number }>(
		db,
		sql`select
				(select coalesce(sum(${devoluciones.monto}), 0)::float8 from ${devoluciones}
					where ${devoluciones.estado} <> 'rechazada' and ${within(sql`${devoluciones.created_at}`)})
					+ (select coalesce(sum(${devolucionesAMano.monto}), 0)::float8 from ${devolucionesAMano}
						where ${devolucionesAMano.fecha} between ${desde} and ${hasta}) as devuelto,
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
