import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { type Context, runHooks } from '#modules/context.ts'
import { readHolidays } from '#modules/delivery/opening-hours.ts'
import { canBeHandedOver } from '#modules/orders/handover.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { becameLate, promisedDayOf } from '#modules/rounds/arrivals.ts'
import { openEstados } from '#modules/rounds/delivery-state.ts'
import { paradas, rondas } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** The open stops of started rounds, with their round. */
async function readStopsOnTheWay(tx: Transaction) {
	return await tx
		.select({ stop: paradas, round: rondas, order: ordenes })
		.from(paradas)
		.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
		.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
		.where(and(eq(rondas.estado, 'en_curso'), inArray(paradas.estado, [...openEstados])))
}

/** Notifies staff of each delivery that became late on the way. Once per stop, in any process. */
export async function watchLateStops(deps: Context): Promise<void> {
	const now = deps.clock.now()
	await deps.db.transaction(async (tx) => {
		const holidays = readHolidays((await readSettings(tx)).feriados)
		for (const { stop, round, order } of await readStopsOnTheWay(tx)) {
			if (!canBeHandedOver(order)) continue
			const promised = promisedDayOf(order, holidays)
			const arrival = stop.avisada_at ?? stop.llega_at
			if (!becameLate({ arrival, promised, leftAt: round.salida_at }, now)) continue
			await runHooks(deps.hooks.staffAlert, deps, tx, {
				clave: `ronda_atrasada:${stop.id}`,
				tipo: 'ronda_atrasada',
				orden: order,
				ronda_id: round.id,
			})
		}
	})
}
