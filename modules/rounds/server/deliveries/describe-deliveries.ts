import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { isEarly, isLate, windowAround } from '#modules/rounds/arrivals.ts'
import type { Delivery } from '#modules/rounds/order-shapes.ts'
import { paradas, rondas } from '#modules/rounds/tables.ts'

const planner = alias(usuarios, 'planner')

async function readRows(db: Queryable, where: SQL) {
	const { nro_orden, estado, nombre, direccion, comuna } = ordenes
	return await db
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
}

const cameEarly = (
	{ avisada_at, hecha_at }: Pick<typeof paradas.$inferSelect, 'avisada_at' | 'hecha_at'>,
	leftAt: Date,
) => avisada_at !== null && hecha_at !== null && isEarly(avisada_at, { leftAt, cameAt: hecha_at })

function describe({ stop, order, round, by, planner }: Awaited<ReturnType<typeof readRows>>[number], now: Date) {
	const { id, orden_id, ronda_id, estado, recibe, motivo, nota, cobrado, vuelto, hecha_at } = stop
	const announced = stop.avisada_at ?? stop.llega_at
	const { desde, hasta } = windowAround(announced, round.salida_at)
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
		adelantada: estado === 'entregada' && cameEarly(stop, round.salida_at),
		atrasada: stop.atrasada || (estado === 'en_ruta' && isLate(announced, now)),
	}
}

/** Reads deliveries with their order, round and courier, the oldest first. */
export async function describeDeliveries(db: Queryable, where: SQL, now: Date): Promise<Delivery[]> {
	return (await readRows(db, where)).map((row) => describe(row, now))
}

/** As one array: a thousand parameters would cost more than the rows. */
export const numbered = (numbers: readonly number[]): SQL =>
	sql`${paradas.numero} = any(${`{${numbers.join(',')}}`}::int[])`
