import { type SQL, sql } from 'drizzle-orm'
import { orRefuse } from '#core/contract/failure.ts'
import type { PeriodQuery } from '#core/contract/lists.ts'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { Database } from '#core/server/db/database.ts'
import { dateOf, dayAfter, dayStart, daysOf, type Period, periodOf } from '#core/server/lists/list-page.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import type { OwnSummaryParts } from '#modules/lists/shapes.ts'
import { type Reduction, readDisputed, readReductions } from '#modules/numbers/server/reductions.ts'
import type { SummaryAnswer } from '#modules/numbers/shapes.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { appliedPayment, broughtIn, stands } from '#modules/orders/server/read-order-money.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'

/** Returns the numbers of a period. Refuses with `valor_invalido` for an invalid or too long one. */
export async function readSummary(
	{ db, clock, hooks }: Pick<StaffDeps, 'db' | 'clock' | 'hooks'>,
	query: PeriodQuery,
): Promise<SummaryAnswer> {
	const period = orRefuse(periodOf(query, clock.now()))
	const [days, reductions, contracargos, own] = await Promise.all([
		readDaySums(db, period),
		readReductions(db, period),
		readDisputed(db, period),
		Promise.all(hooks.summaryParts.map((read) => read(db, period))),
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
		...(Object.assign({}, ...own) as OwnSummaryParts),
	}
}

const sumOf = (reductions: readonly Reduction[]) => reductions.reduce((sum, { monto }) => sum + monto, 0)

/** The numbers of one day in Santiago. All are additive over days. */
export interface DaySums {
	/** Orders placed. */
	readonly creadas: number
	/** Orders paid, including those cancelled later. */
	readonly pagadas: number
	/** Orders with a gateway payment started, by their first attempt; and those of them paid there. */
	readonly iniciados: number
	readonly pagados: number
	/** Orders paid, including those cancelled later, and their revenue. */
	readonly vendido_por_metodo: SummaryAnswer['por_metodo']
	/** Units of orders not cancelled. */
	readonly por_color: SummaryAnswer['por_color']
}

export function sumOfDays(days: readonly DaySums[]): DaySums {
	const add = (of: 'creadas' | 'pagadas' | 'iniciados' | 'pagados') => days.reduce((sum, day) => sum + day[of], 0)
	const methods = Map.groupBy(
		days.flatMap(({ vendido_por_metodo }) => vendido_por_metodo),
		({ metodo_pago }) => metodo_pago,
	)
	const colors = Map.groupBy(
		days.flatMap(({ por_color }) => por_color),
		({ color }) => color,
	)
	return {
		creadas: add('creadas'),
		pagadas: add('pagadas'),
		iniciados: add('iniciados'),
		pagados: add('pagados'),
		vendido_por_metodo: [...methods]
			.map(([metodo_pago, own]) => ({ metodo_pago, ...salesOf(own) }))
			.sort((a, b) => b.ventas - a.ventas || a.metodo_pago.localeCompare(b.metodo_pago)),
		por_color: [...colors]
			.map(([color, own]) => ({
				color,
				unidades: own.reduce((sum, { unidades }) => sum + unidades, 0),
				ventas: own.reduce((sum, { ventas }) => sum + ventas, 0),
			}))
			.sort((a, b) => b.unidades - a.unidades || a.color.localeCompare(b.color)),
	}
}

/** The total of sales by method. */
const salesOf = (rows: readonly { readonly ventas: number; readonly ordenes: number }[]) => ({
	ventas: rows.reduce((sum, row) => sum + row.ventas, 0),
	ordenes: rows.reduce((sum, row) => sum + row.ordenes, 0),
})

const textOf = (day: SQL) => sql`to_char(${day}, 'YYYY-MM-DD')`

/** Reads the numbers of every day of a period in one snapshot, by day. */
export async function readDaySums(db: Database, period: Period): Promise<Map<string, DaySums>> {
	const within = (moment: SQL) => sql`${moment} >= ${dayStart(period.desde)} and ${moment} < ${dayAfter(period.hasta)}`
	const isSnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
	const [created, sales, colors, started] = await db.transaction(async (tx) => {
		const read = async <Row>(query: SQL) =>
			(await tx.execute<Row & { readonly dia: string } & Record<string, unknown>>(query)).rows
		const created = await read<{ creadas: number }>(sql`
			select ${textOf(sql`dia`)} as dia, creadas from (
				select ${dateOf(sql`${ordenes.created_at}`)} as dia, count(*)::int as creadas
				from ${ordenes} where ${within(sql`${ordenes.created_at}`)} group by 1
			) por_dia`)
		// By day and method at once: one scan of the orders.
		const sales = await read<{ metodo_pago: MetodoPago; pagadas: number; ventas: number }>(sql`
			select ${textOf(sql`dia`)} as dia, metodo_pago, pagadas, ventas from (
				select ${dateOf(sql`${ordenes.pagada_at}`)} as dia, ${ordenes.metodo_pago} as metodo_pago,
					count(*)::int as pagadas, coalesce(sum(${broughtIn}), 0)::float8 as ventas
				from ${ordenes} ${appliedPayment} where ${within(sql`${ordenes.pagada_at}`)} group by 1, 2
			) por_dia_y_metodo`)
		const colors = await read<{ color: string; unidades: number; ventas: number }>(sql`
			select ${textOf(sql`dia`)} as dia, color, unidades, ventas from (
				select ${dateOf(sql`${ordenes.pagada_at}`)} as dia, ${ordenLineas.color} as color,
					sum(${ordenLineas.cantidad})::int as unidades,
					sum(${ordenLineas.cantidad} * ${ordenLineas.precio})::float8 as ventas
				from ${ordenes} join ${ordenLineas} on ${ordenLineas.orden_id} = ${ordenes.id}
				where ${within(sql`${ordenes.pagada_at}`)} and ${stands} group by 1, 2
			) por_dia_y_color`)
		const started = await read<{ iniciados: number; pagados: number }>(sql`
			select ${textOf(sql`dia`)} as dia, iniciados, pagados from (
				select ${dateOf(sql`primero`)} as dia, count(*)::int as iniciados, (count(*) filter (where pagado))::int as pagados
				from (
					select min(${intentosPago.created_at}) as primero, bool_or(${intentosPago.estado} = 'pagado') as pagado
					from ${intentosPago} where ${intentosPago.orden_id} in (
						select ${intentosPago.orden_id} from ${intentosPago} where ${within(sql`${intentosPago.created_at}`)}
					) group by ${intentosPago.orden_id}
				) ordenes_con_pago where ${within(sql`primero`)} group by 1
			) por_dia`)
		return [created, sales, colors, started] as const
	}, isSnapshot)

	const [salesOn, colorsOn] = [Map.groupBy(sales, ({ dia }) => dia), Map.groupBy(colors, ({ dia }) => dia)]
	const sumsOf = (dia: string): DaySums => {
		const isOfDay = (row: { readonly dia: string }) => row.dia === dia
		const paid = salesOn.get(dia) ?? []
		const { iniciados = 0, pagados = 0 } = started.find(isOfDay) ?? {}
		return {
			iniciados,
			pagados,
			creadas: created.find(isOfDay)?.creadas ?? 0,
			pagadas: paid.reduce((sum, { pagadas }) => sum + pagadas, 0),
			vendido_por_metodo: paid.map(({ metodo_pago, ventas, pagadas }) => ({ metodo_pago, ventas, ordenes: pagadas })),
			por_color: (colorsOn.get(dia) ?? []).map(({ color, unidades, ventas }) => ({ color, unidades, ventas })),
		}
	}
	return new Map(daysOf(period).map((dia) => [dia, sumsOf(dia)]))
}
