import type { IncomingHttpHeaders } from 'node:http'
import { between, sql } from 'drizzle-orm'
import { orRefuse } from '#core/contract/failure.ts'
import type { PeriodQuery } from '#core/contract/lists.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { type Period, periodOf } from '#core/server/lists/list-page.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { type CountedStep, countedSteps, type FunnelCounts, funnelRows } from '#modules/numbers/funnel.ts'
import { type DaySums, readDaySums, sumOfDays } from '#modules/numbers/server/summary.ts'
import type { FunnelAnswer } from '#modules/numbers/shapes.ts'
import { pasosPorDia } from '#modules/numbers/tables.ts'

export interface FunnelDeps extends Pick<StaffDeps, 'db' | 'clock'> {
	readonly steps: Pick<StepCounter, 'flush'>
}

/** Returns the funnel of a period. Refuses with `valor_invalido` for an invalid or too long one. */
export async function readFunnel(deps: FunnelDeps, query: PeriodQuery): Promise<FunnelAnswer> {
	const period = orRefuse(periodOf(query, deps.clock.now()))
	// Unwritten counts of this process; other processes write theirs within seconds.
	await deps.steps.flush()
	const [visits, days, first] = await Promise.all([
		readVisits(deps.db, period),
		readDaySums(deps.db, period),
		firstDay(deps.db),
	])
	const byDay = Map.groupBy(visits, ({ dia }) => dia)
	const por_dia = [...days].map(([dia, day]) => ({ dia, ...countsOf(byDay.get(dia) ?? [], day) }))
	return {
		...period,
		contado_desde: first,
		pasos: funnelRows(countsOf(visits, sumOfDays([...days.values()]))),
		por_dia,
	}
}

type Visits = typeof pasosPorDia.$inferSelect

/** The counted steps, and the placed and paid orders. */
function countsOf(visits: readonly Visits[], { creadas, pagadas }: DaySums): FunnelCounts {
	const sum = { portada: 0, carrito: 0, pago: 0, orden: creadas, pagada: pagadas }
	for (const { paso, cantidad } of visits) sum[paso] += cantidad
	return sum
}

const readVisits = (db: Queryable, { desde, hasta }: Period): Promise<Visits[]> =>
	db
		.select()
		.from(pasosPorDia)
		.where(between(pasosPorDia.dia, desde, hasta))

async function firstDay(db: Queryable): Promise<string | null> {
	const { rows } = await db.execute<{ dia: string | null }>(
		sql`select to_char(min(${pasosPorDia.dia}), 'YYYY-MM-DD') as dia from ${pasosPorDia}`,
	)
	return rows[0]?.dia ?? null
}

export interface StepCounter {
	/** Counts a step of today. Never throws or waits: it is written later. */
	count(paso: CountedStep): void
	/** Writes the counts. Never throws: failed writes are retried at the next time. */
	flush(): Promise<void>
	/** Writes the rest and stops. */
	close(): Promise<void>
}

/** Home may have thousands of views a second: they are written in one statement. */
const writeDelayMs = 10_000

/** Counts steps per day: one row each; no visit, person or time is stored. */
export function createStepCounter(deps: { db: Database; clock: Clock; log: Pick<Log, 'warn'> }): StepCounter {
	const { db, clock, log } = deps
	let counts = new Map<string, number>()
	let timer: NodeJS.Timeout | undefined
	let writing = Promise.resolve()
	let isClosed = false

	const add = (key: string, times: number) => counts.set(key, (counts.get(key) ?? 0) + times)

	function schedule(): void {
		if (timer || isClosed) return
		timer = setTimeout(() => {
			timer = undefined
			void flush()
		}, writeDelayMs)
		timer.unref()
	}

	async function write(): Promise<void> {
		if (counts.size === 0) return
		const batch = counts
		counts = new Map()
		try {
			await addToDays(db, batch)
		} catch (err) {
			log.warn({ err }, 'steps of visitors could not be written yet')
			for (const [key, times] of batch) add(key, times)
			schedule()
		}
	}

	function flush(): Promise<void> {
		writing = writing.then(write)
		return writing
	}

	return {
		count(paso) {
			add(`${dayIn(clock.now())} ${paso}`, 1)
			schedule()
		},
		flush,
		async close() {
			isClosed = true
			clearTimeout(timer)
			await flush()
		},
	}
}

async function addToDays(db: Database, counts: ReadonlyMap<string, number>): Promise<void> {
	// In a fixed order, so that two processes cannot deadlock.
	const rows = [...counts].sort().map(([key, cantidad]) => {
		const [dia = '', name] = key.split(' ')
		const paso = countedSteps.find((step) => step === name)
		if (!paso) throw new Error(`no step ${key}`)
		return { dia, paso, cantidad }
	})
	await db
		.insert(pasosPorDia)
		.values(rows)
		.onConflictDoUpdate({
			target: [pasosPorDia.dia, pasosPorDia.paso],
			set: { cantidad: sql`${pasosPorDia.cantidad} + excluded.cantidad` },
		})
}

/** Declared programs: search engines, link previews, monitors, tools. Cubot is a make of telephones. */
const programs =
	/(?<!cu)bot\b|crawl|spider|slurp|preview|monitor|uptime|pingdom|headless|lighthouse|inspection|facebookexternalhit|scan/i

const header = (value: string | string[] | undefined) => [value].flat().join(',')

/** Whether a request is probably from a person's browser: no program's name, no prefetch. Nothing of it is stored. */
export function isPerson(headers: IncomingHttpHeaders): boolean {
	const agent = headers['user-agent'] ?? ''
	if (!agent.startsWith('Mozilla/5.0') || programs.test(agent)) return false
	return !/prefetch|prerender|preview/i.test(
		[headers['sec-purpose'], headers.purpose, headers['x-moz']].map(header).join(','),
	)
}

/** Whether the request opens a page in a window; browsers without the header are trusted. */
export function opensPage(headers: IncomingHttpHeaders): boolean {
	const target = header(headers['sec-fetch-dest'])
	return target === '' || target === 'document'
}
