import { asc, between, desc, sql } from 'drizzle-orm'
import { orRefuse } from '#core/contract/failure.ts'
import type { PeriodQuery } from '#core/contract/lists.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { createDayCounter, type DayCounter } from '#core/server/db/day-counter.ts'
import { type CsvTable, tableOf } from '#core/server/lists/csv.ts'
import { periodOf } from '#core/server/lists/list-page.ts'
import { maxSources, otherSource, sourceOf } from '#modules/found/source.ts'
import { type Grade, gradeOf, type Speed, speedRow, speeds } from '#modules/found/speed.ts'
import { fuentesPorDia, velocidadPorDia } from '#modules/found/tables.ts'
import type { SpeedReport, VisitsAnswer } from '#modules/found/visit-shapes.ts'
import type { PlacedOrder, StaffDeps } from '#modules/lists/context.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

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

type SpeedCounter = DayCounter<{ readonly medida: Speed; readonly nota: Grade }>

/** Counts pages by how fast they were, while the owner's setting says so. */
export const createSpeedCounter = ({ db, ...deps }: Pick<StaffDeps, 'db' | 'clock' | 'log'>): SpeedCounter =>
	createDayCounter(deps, async (rows) => {
		if (!(await readSettings(db)).medir_velocidad) return
		await db
			.insert(velocidadPorDia)
			.values(rows)
			.onConflictDoUpdate({
				target: [velocidadPorDia.dia, velocidadPorDia.medida, velocidadPorDia.nota],
				set: { cantidad: sql`${velocidadPorDia.cantidad} + excluded.cantidad` },
			})
	})

/** Counts each value of a page's report by its grade. */
export function countSpeed(counter: SpeedCounter, report: SpeedReport): void {
	for (const medida of speeds) {
		const value = report[medida]
		if (value !== undefined) counter.count({ medida, nota: gradeOf(medida, value) })
	}
}

/** The orders of a period by source, and its speeds. Refuses with `valor_invalido` for an invalid or too long period. */
export async function readVisits(
	{ db, clock, speed }: ReadDeps & { readonly speed: Pick<SpeedCounter, 'flush'> },
	query: PeriodQuery,
): Promise<VisitsAnswer> {
	const period = orRefuse(periodOf(query, clock.now()))
	// Unwritten counts of this process; other processes write theirs within seconds.
	await speed.flush()
	const placed = sql<number>`sum(${ordenes})::int`
	const [fuentes, [first], grades] = await Promise.all([
		db
			.select({ fuente, ordenes: placed, total: sql<number>`sum(${total})::float8` })
			.from(fuentesPorDia)
			.where(between(dia, period.desde, period.hasta))
			.groupBy(fuente)
			.orderBy(desc(placed), asc(fuente)),
		db.select({ dia }).from(fuentesPorDia).orderBy(asc(dia)).limit(1),
		db
			.select()
			.from(velocidadPorDia)
			.where(between(velocidadPorDia.dia, period.desde, period.hasta)),
	])
	return {
		...period,
		contado_desde: first?.dia ?? null,
		fuentes,
		velocidad: speeds.map((speed) => speedRow(speed, grades)),
	}
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
