import { eq, sql } from 'drizzle-orm'
import { settledSeconds } from '#core/rules/undo-times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { NotifyContext, StaffDeps } from '#modules/context.ts'
import { canBeHandedOver, cashToCollect } from '#modules/orders/handover.ts'
import { mailStaffCase, orderMailData, wasMailedCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { windowAround } from '#modules/rounds/arrivals.ts'
import { canUndo, isOpenStop } from '#modules/rounds/delivery-state.ts'
import { paradas, type StopRow } from '#modules/rounds/tables.ts'

/** Mails a customer that the car is on its way, with the hour; `isChange`: the hour has changed. */
export async function mailOnTheWay(
	deps: Pick<StaffDeps, 'mail' | 'clock'>,
	tx: Transaction,
	{ order, stopId, llega_at, isChange }: { order: OrderRow; stopId: string; llega_at: Date; isChange: boolean },
): Promise<void> {
	if (order.email === '') return
	const { desde, hasta } = windowAround(llega_at, deps.clock.now())
	await deps.mail(tx, {
		clave: `en_camino:${stopId}:${llega_at.toISOString()}`,
		plantilla: 'en_camino',
		destinatario: order.email,
		datos: {
			...(await orderMailData(tx, order)),
			desde: desde.toISOString(),
			hasta: hasta.toISOString(),
			cambio: isChange,
			por_cobrar: cashToCollect(order),
		},
		orden_id: order.id,
	})
}

/** Enqueues the mail of a stop's outcome: at once, or when the press can no longer be undone. */
export async function announceOutcome(
	{ jobs }: Pick<StaffDeps, 'jobs'>,
	tx: Transaction,
	stopId: string,
	when: 'now' | 'after undo',
): Promise<void> {
	await jobs.enqueue(
		tx,
		'avisar_entrega',
		{ parada_id: stopId },
		{ startAfterSeconds: when === 'now' ? 0 : settledSeconds },
	)
}

/** The outcome to mail of a finished stop; undefined when it was undone, pressed again or cancelled. */
function outcomeOf(stop: StopRow, order: OrderRow, now: Date) {
	if (isOpenStop(stop.estado) || canUndo(stop, now)) return undefined
	if (stop.estado === 'no_entregada')
		return canBeHandedOver(order) && stop.motivo
			? ({ plantilla: 'no_entregado', datos: { motivo: stop.motivo, sigue: stop.sigue ?? 'otra_ronda' } } as const)
			: undefined
	const datos = { hecha_at: stop.hecha_at?.toISOString(), recibe: stop.recibe }
	return order.estado === 'completado' ? ({ plantilla: 'entregado', datos } as const) : undefined
}

/** Opens a case for an order that needs cancelling, as only staff cancel and refund. Once per stop. */
async function openCallOff(deps: NotifyContext, tx: Transaction, { id }: OrderRow, stopId: string) {
	const order = await lockOrder(tx, id)
	const reason = { motivo: 'entrega_por_anular', cual: stopId } as const
	if (!order || (await wasMailedCase(tx, id, reason))) return
	await mailStaffCase(deps, tx, order, reason)
	// Another open case has to be resolved first.
	if (order.atencion === null)
		await tx
			.update(ordenes)
			.set({ atencion: reason.motivo, version: sql`${ordenes.version} + 1` })
			.where(eq(ordenes.id, id))
}

/**
 * Mails a customer the hand-over, or the failed attempt and the next step, and staff a requested cancellation.
 * Idempotent: one mail per outcome.
 */
export async function mailDeliveryOutcome(
	deps: NotifyContext & Pick<StaffDeps, 'db' | 'clock'>,
	stopId: string,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const [found] = await tx
			.select({ stop: paradas, order: ordenes })
			.from(paradas)
			.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
			.where(eq(paradas.id, stopId))
		const outcome = found && outcomeOf(found.stop, found.order, deps.clock.now())
		if (!outcome) return
		if (outcome.plantilla === 'no_entregado' && outcome.datos.sigue === 'anular')
			await openCallOff(deps, tx, found.order, stopId)
		if (found.order.email === '') return
		await deps.mail(tx, {
			clave: `${outcome.plantilla}:${stopId}:${found.stop.registrada_at?.toISOString() ?? ''}`,
			plantilla: outcome.plantilla,
			destinatario: found.order.email,
			datos: { ...(await orderMailData(tx, found.order)), ...outcome.datos },
			orden_id: found.order.id,
		})
	})
}
