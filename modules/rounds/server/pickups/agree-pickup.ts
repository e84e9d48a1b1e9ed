import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { days } from '#core/contract/column-types.ts'
import { type Failure, fail } from '#core/contract/failure.ts'
import { shopZone } from '#core/rules/shop-zone.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { isOpenAt } from '#modules/delivery/opening-hours.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { failStopped } from '#modules/orders/server/transition-order.ts'
import { pickupCodeDigits } from '#modules/rounds/pickup-code.ts'
import { lockPickup } from '#modules/rounds/server/pickups/lock-pickup.ts'
import { mailPickupHour } from '#modules/rounds/server/pickups/pickup-mails.ts'
import { readPickup } from '#modules/rounds/server/pickups/read-pickup.ts'
import type { PickupAnswer } from '#modules/rounds/shapes/pickups.ts'
import { retiros } from '#modules/rounds/tables.ts'

/** Pickup hours are agreed for the coming weeks; a later one is a typing error. */
const furthestDays = 60

/**
 * The time at which the clocks of Santiago show a minute; undefined for one that they skip, or before the shop's first
 * day.
 */
async function momentOf(tx: Transaction, minute: string): Promise<Date | undefined> {
	const isDay = !Number.isNaN(Date.parse(`${minute}:00Z`)) && new Date(`${minute}:00Z`).toJSON().startsWith(minute)
	if (!isDay || minute < days.first) return undefined
	const { rows } = await tx.execute<{ ms: number }>(
		sql`select (extract(epoch from ${minute}::timestamp at time zone ${shopZone}) * 1000)::float8 as ms`,
	)
	return new Date(rows[0]?.ms ?? Number.NaN)
}

/** A random code. */
const newCode = () => String(randomInt(10 ** pickupCodeDigits)).padStart(pickupCodeDigits, '0')

/**
 * Sets the pickup hour of an order (`hora`: `2026-11-25T18:30` in Santiago) and mails it with a code, which stays the
 * same for later hours. Idempotent. Fails with `no_encontrado`, with `accion_no_corresponde` for an order not to be
 * handed over, with `entrega_detenida`, with `valor_invalido` for a past or distant hour, and with `fuera_de_horario`
 * outside the announced opening hours.
 */
export async function agreePickup(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	hora: string,
): Promise<PickupAnswer | Failure> {
	return await deps.db.transaction(async (tx) => {
		const locked = await lockPickup(tx, orderId)
		if (!locked) return fail('no_encontrado')
		const { order, pickup } = locked
		if (!awaitsHandover(order)) return fail('accion_no_corresponde', { extra: { estado: order.estado } })
		if (order.entrega_detenida) return await failStopped(tx, order)
		const at = await momentOf(tx, hora)
		const ahead = at ? at.getTime() - deps.clock.now().getTime() : -1
		if (!at || ahead < 0 || ahead > furthestDays * 86_400_000)
			return fail('valor_invalido', { text: 'Elige una hora de las próximas semanas.', extra: { campo: 'hora' } })
		if (!isOpenAt(order.horario_retiro, hora))
			return fail('fuera_de_horario', { text: `El retiro es ${order.horario_retiro}.`, extra: { campo: 'hora' } })
		if (pickup?.hora_at?.getTime() === at.getTime()) return await readPickup(deps, tx, orderId)
		const agreed = { hora_at: at, codigo: pickup?.codigo ?? newCode(), acuerdos: (pickup?.acuerdos ?? 0) + 1 }
		const [written] = await tx
			.insert(retiros)
			.values({ orden_id: orderId, ...agreed })
			.onConflictDoUpdate({ target: retiros.orden_id, set: agreed })
			.returning()
		await writeAudit(tx, {
			tipo: 'orden',
			ref: orderId,
			usuario_id: actorId,
			accion: 'retiro_acordado',
			detalle: hora.replace('T', ' '),
		})
		if (written) await mailPickupHour(deps, tx, order, written)
		return await readPickup(deps, tx, orderId)
	})
}
