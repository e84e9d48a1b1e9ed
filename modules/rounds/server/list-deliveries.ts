import { and, asc, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { shopZone } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { batchesOf, type CsvValue, csvHead, csvLines } from '#core/server/lists/csv.ts'
import { listPage, withinDays } from '#core/server/lists/list-page.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Delivery } from '#modules/rounds/order-shapes.ts'
import { halfWindowMs, isEarly, isLate, windowAround } from '#modules/rounds/route.ts'
import type { DeliveryFilter, ListDeliveriesAnswer, ListDeliveriesQuery } from '#modules/rounds/shapes.ts'
import { paradas, rondas } from '#modules/rounds/tables.ts'

const planner = alias(usuarios, 'planner')

/** Reads deliveries with their order, round and courier, the oldest first. */
export async function describeDeliveries(db: Queryable, where: SQL, now: Date): Promise<Delivery[]> {
	const { nro_orden, estado, nombre, direccion, comuna } = ordenes
	const rows = await db
		.select({
			stop: paradas,
			order: { nro_orden, orden_estado: estado, nombre, direccion, comuna },
			round: { numero: rondas.numero, salida_at: rondas.salida_at },
			by: usuarios.email,
			planner: planner.email,
		})
		.from(paradas)
		.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
		.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
		.leftJoin(usuarios, eq(usuarios.id, paradas.hecha_por))
		.leftJoin(planner, eq(planner.id, rondas.repartidor_id))
		.where(where)
		.orderBy(asc(paradas.fecha_at), asc(paradas.numero))
	return rows.map(({ stop, order, round, by, planner }) => {
		const { id, orden_id, ronda_id, estado, recibe, motivo, nota, cobrado, vuelto, avisada_at, hecha_at } = stop
		const announced = avisada_at ?? stop.llega_at
		const { desde, hasta } = windowAround(announced, round.salida_at)
		const isKnownHour = estado === 'entregada' && avisada_at !== null && hecha_at !== null
		return {
			id,
			orden_id,
			ronda_id,
			ronda: round.numero,
			estado,
			recibe,
			motivo,
			nota,
			cobrado,
			vuelto,
			...order,
			repartidor: by ?? planner,
			desde: desde.toISOString(),
			hasta: hasta.toISOString(),
			hecha_at: hecha_at?.toISOString() ?? null,
			adelantada: isKnownHour && isEarly(avisada_at, { leftAt: round.salida_at, cameAt: hecha_at }),
			atrasada: stop.atrasada || (estado === 'en_ruta' && isLate(announced, now)),
		}
	})
}

/** As one array: a thousand parameters would cost more than the rows. */
const numbered = (numbers: readonly number[]): SQL => sql`${paradas.numero} = any(${`{${numbers.join(',')}}`}::int[])`

/** SQL condition: the account pressed the stop, or has the round of an open one. */
function isOf(db: Queryable, accountId: number): SQL | undefined {
	const theirs = db.select({ id: rondas.id }).from(rondas).where(eq(rondas.repartidor_id, accountId))
	return or(eq(paradas.hecha_por, accountId), and(isNull(paradas.hecha_por), inArray(paradas.ronda_id, theirs)))
}

/** The SQL condition of the panel's filter; undefined: all deliveries. */
function deliveriesWhere(db: Queryable, filter: DeliveryFilter, now: Date): SQL | undefined {
	const { estado, repartidor, atrasada } = filter
	const announced = sql`coalesce(${paradas.avisada_at}, ${paradas.llega_at})`
	const latest = new Date(now.getTime() - halfWindowMs).toISOString()
	return and(
		estado && eq(paradas.estado, estado),
		repartidor === undefined ? undefined : isOf(db, repartidor),
		atrasada && or(paradas.atrasada, and(eq(paradas.estado, 'en_ruta'), lt(announced, latest))),
		withinDays(paradas.fecha_at, filter),
	)
}

const { numero, fecha_at } = paradas

/** Returns one page of the filtered deliveries, the newest first. */
export async function listDeliveries(
	{ db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
	query: ListDeliveriesQuery,
): Promise<ListDeliveriesAnswer> {
	const now = clock.now()
	const where = deliveriesWhere(db, query, now)
	const list = { table: paradas, key: numero, where, orderBy: [desc(fecha_at), desc(numero)] }
	return await listPage(db, list, query, async (keys) => {
		const oldestFirst = await describeDeliveries(db, numbered(keys), now)
		return oldestFirst.toReversed()
	})
}

// Swedish formats times as `2026-11-25 15:20:00`.
const moments = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: shopZone })
const local = (iso: string) => moments.format(new Date(iso))
const yesOrNo = (is: boolean) => (is ? 'sí' : 'no')

const columns: readonly (readonly [name: string, cell: (row: Delivery) => CsvValue])[] = [
	['nro_orden', (row) => row.nro_orden],
	['ronda', (row) => row.ronda],
	['estado', (row) => row.estado],
	['desde', (row) => local(row.desde)],
	['hasta', (row) => local(row.hasta)],
	['hecha', (row) => row.hecha_at && local(row.hecha_at)],
	['atrasada', (row) => yesOrNo(row.atrasada)],
	['adelantada', (row) => yesOrNo(row.adelantada)],
	['recibe', (row) => row.recibe],
	['motivo', (row) => row.motivo],
	['nota', (row) => row.nota],
	['cobrado', (row) => row.cobrado],
	['vuelto', (row) => row.vuelto],
	['repartidor', (row) => row.repartidor],
	['nombre', (row) => row.nombre],
	['direccion', (row) => formatDireccion(row.direccion)],
	['comuna', (row) => row.comuna],
	['orden_estado', (row) => row.orden_estado],
	['orden_id', (row) => row.orden_id],
]

/** Streams the filtered deliveries as CSV, the oldest first, in batches by keyset. */
export async function* exportDeliveries(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	filter: DeliveryFilter,
): AsyncGenerator<string> {
	yield csvHead(columns.map(([name]) => name))
	const now = deps.clock.now()
	const where = deliveriesWhere(deps.db, filter, now)
	// The time as text keeps the full precision of the database.
	const batches = batchesOf<{ readonly numero: number; readonly fecha: string }>(async (last, size) => {
		const after = last && sql`(${fecha_at}, ${numero}) > (${last.fecha}::timestamptz, ${last.numero}::int)`
		return await deps.db
			.select({ numero, fecha: sql<string>`${fecha_at}::text` })
			.from(paradas)
			.where(and(where, after))
			.orderBy(asc(fecha_at), asc(numero))
			.limit(size)
	})
	for await (const batch of batches) {
		const keys = batch.map((row) => row.numero)
		const rows = await describeDeliveries(deps.db, numbered(keys), now)
		yield csvLines(rows.map((row) => columns.map(([, cell]) => cell(row))))
	}
}
