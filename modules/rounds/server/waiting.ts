import { and, count, eq, isNotNull, isNull, lt, min, ne, notInArray, sql, sum } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { dayIn } from '#core/rules/times.ts'
import { dayAfter } from '#core/server/lists/list-page.ts'
import type { ReadWaiting, WaitingRow } from '#modules/orders/server/waiting.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { DiaEntrega } from '#modules/rounds/delivery-state.ts'
import { isPackable, toBringOn } from '#modules/rounds/server/order-parts.ts'
import { paradas, retiros, rondas } from '#modules/rounds/tables.ts'

const lugar = String(panelQuery({ seccion: 'reparto' }))

interface Waiting {
	readonly cantidad: number
	readonly desde?: Date | null
	readonly monto?: number | null
}

const row = (about: Pick<WaitingRow, 'clave' | 'texto' | 'accion'>, found: Waiting | undefined): WaitingRow => ({
	...about,
	lugar,
	cantidad: found?.cantidad ?? 0,
	monto: found?.monto ?? null,
	desde: found?.desde?.toISOString() ?? null,
})

/** What couriers have to bring, the pickups agreed until tonight, and the cash of rounds that have not ended. */
export const deliveriesWaiting: ReadWaiting = async (db, now) => {
	const toBring = async (dia: DiaEntrega) => {
		const found = { cantidad: count(), desde: min(ordenes.created_at) }
		const [row] = await db
			.select(found)
			.from(ordenes)
			.where(await toBringOn(db, dia, now))
		return row
	}
	const [agreed] = await db
		.select({ cantidad: count(), desde: min(retiros.hora_at) })
		.from(retiros)
		.innerJoin(ordenes, eq(ordenes.id, retiros.orden_id))
		.where(
			and(isNotNull(retiros.hora_at), isNull(retiros.hecha_at), lt(retiros.hora_at, dayAfter(dayIn(now))), isPackable),
		)
	const hasHour = db.select({ id: retiros.orden_id }).from(retiros).where(isNotNull(retiros.hora_at))
	const [toAgree] = await db
		.select({ cantidad: count(), desde: min(ordenes.created_at) })
		.from(ordenes)
		.where(and(eq(ordenes.tipo_entrega, 'retiro'), isPackable, notInArray(ordenes.id, hasHour)))
	const [onTheWay] = await db
		.select({ cantidad: count(), desde: min(rondas.salida_at) })
		.from(rondas)
		.where(eq(rondas.estado, 'en_curso'))
	const [cash] = await db
		.select({ cantidad: count(), monto: sum(paradas.cobrado).mapWith(Number) })
		.from(paradas)
		.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
		.where(and(ne(rondas.estado, 'cerrada'), sql`${paradas.cobrado} > 0`))
	return [
		row({ clave: 'retiros', texto: 'Retiros para hoy o atrasados', accion: 'Entregar' }, agreed),
		row({ clave: 'retiros_sin_hora', texto: 'Retiros sin hora acordada', accion: 'Acordar' }, toAgree),
		row(
			{ clave: 'entregar_hoy', texto: 'Por repartir hoy o atrasados', accion: 'Planear ronda' },
			await toBring('hoy'),
		),
		row({ clave: 'entregar_otro_dia', texto: 'Por repartir', accion: 'Planear ronda' }, await toBring('otro_dia')),
		row({ clave: 'rondas', texto: 'Rondas en camino', accion: 'Ver' }, onTheWay),
		row({ clave: 'efectivo', texto: 'Efectivo que llevan los repartidores', accion: 'Ver' }, cash),
	]
}
