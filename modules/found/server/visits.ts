import { asc, between, desc, sql } from 'drizzle-orm'
import { orRefuse } from '#core/contract/failure.ts'
import type { PeriodQuery } from '#core/contract/lists.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { type CsvTable, tableOf } from '#core/server/lists/csv.ts'
import { periodOf } from '#core/server/lists/list-page.ts'
import { maxSources, otherSource, sourceOf } from '#modules/found/source.ts'
import { fuentesPorDia } from '#modules/found/tables.ts'
import type { VisitsAnswer } from '#modules/found/visit-shapes.ts'
import type { PlacedOrder, StaffDeps } from '#modules/lists/context.ts'

type ReadDeps = Pick<StaffDeps, 'db' | 'clock'>

const { dia, fuente, ordenes, total } = fuentesPorDia

/**
 * Counts an order of the checkout under the source of its visit, in the order's transaction: a repeated request has none
 * of its own. Orders are written one after the other, so the limit of sources is exact.
 */
export async function countSource(tx: Transaction, { order, headers }: PlacedOrder): Promise<void> {
	// Staff entered it: no visit brought it.
	if (!headers) return
	const source = sourceOf(headers['utm-source'])
	const day = dayIn(order.created_at)
	const isNamed = sql`${source} = '' or (select count(*) < ${maxSources} or bool_or(${fuente} = ${source})
		from ${fuentesPorDia} where ${dia} = ${day} and ${fuente} not in ('', ${otherSource}))`
	await tx
		.insert(fuentesPorDia)
		.values({
			dia: day,
			fuente: sql`case when ${isNamed} then ${source} else ${otherSource} end`,
			ordenes: 1,
			total: order.total,
		})
		.onConflictDoUpdate({
			target: [dia, fuente],
			set: { ordenes: sql`${ordenes} + 1`, total: sql`${total} + excluded.total` },
		})
}

/** The orders of a period by source. Refuses with `valor_invalido` for an invalid or too long period. */
export async function readVisits({ db, clock }: ReadDeps, query: PeriodQuery): Promise<VisitsAnswer> {
	const period = orRefuse(periodOf(query, clock.now()))
	const placed = sql<number>`sum(${ordenes})::int`
	const [fuentes, [first]] = await Promise.all([
		db
			.select({ fuente, ordenes: placed, total: sql<number>`sum(${total})::float8` })
			.from(fuentesPorDia)
			.where(between(dia, period.desde, period.hasta))
			.groupBy(fuente)
			.orderBy(desc(placed), asc(fuente)),
		db.select({ dia }).from(fuentesPorDia).orderBy(asc(dia)).limit(1),
	])
	return { ...period, contado_desde: first?.dia ?? null, fuentes }
}

/** The orders of each day by source. Fails as `readVisits` does. */
export async function sourcesTable({ db, clock }: ReadDeps, query: PeriodQuery): Promise<CsvTable> {
	const { desde, hasta } = orRefuse(periodOf(query, clock.now()))
	const rows = await db
		.select()
		.from(fuentesPorDia)
		.where(between(dia, desde, hasta))
		.orderBy(asc(dia), asc(fuente))
	return tableOf(['dia', 'fuente', 'ordenes', 'total'], rows)
}
