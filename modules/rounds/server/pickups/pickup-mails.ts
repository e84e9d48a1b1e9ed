import { eq } from 'drizzle-orm'
import { settledSeconds } from '#core/rules/undo-times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { cashToCollect } from '#modules/orders/handover.ts'
import { orderMailData } from '#modules/orders/server/order-mails.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { canUndoPickup } from '#modules/rounds/server/pickups/read-pickup.ts'
import { type PickupRow, retiros } from '#modules/rounds/tables.ts'

/** Mails a customer the pickup hour and code. */
export async function mailPickupHour(
	deps: Pick<StaffDeps, 'mail'>,
	tx: Transaction,
	order: OrderRow,
	{ hora_at, codigo, acuerdos }: PickupRow,
): Promise<void> {
	if (order.email === '' || !hora_at || codigo === null) return
	await deps.mail(tx, {
		clave: `retiro_acordado:${order.id}:${acuerdos}`,
		plantilla: 'retiro_acordado',
		destinatario: order.email,
		datos: {
			...(await orderMailData(tx, order)),
			hora_at: hora_at.toISOString(),
			codigo,
			cambio: acuerdos > 1,
			por_cobrar: cashToCollect(order),
		},
		orden_id: order.id,
	})
}

/** Enqueues the mail about a hand-over for when it can no longer be undone. */
export async function announcePickup(
	{ jobs }: Pick<StaffDeps, 'jobs'>,
	tx: Transaction,
	orderId: string,
): Promise<void> {
	await jobs.enqueue(tx, 'avisar_entrega', { orden_id: orderId }, { startAfterSeconds: settledSeconds })
}

/** Mails a customer that the order was handed over. Idempotent: one mail per hand-over. */
export async function mailPickupDone(deps: Pick<StaffDeps, 'db' | 'mail' | 'clock'>, orderId: string): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const [found] = await tx
			.select({ order: ordenes, pickup: retiros })
			.from(retiros)
			.innerJoin(ordenes, eq(ordenes.id, retiros.orden_id))
			.where(eq(retiros.orden_id, orderId))
		if (!found?.pickup.hecha_at || found.order.estado !== 'completado' || found.order.email === '') return
		if (canUndoPickup(found.pickup, deps.clock.now())) return
		const hecha_at = found.pickup.hecha_at.toISOString()
		await deps.mail(tx, {
			clave: `entregado:${orderId}:${hecha_at}`,
			plantilla: 'entregado',
			destinatario: found.order.email,
			datos: { ...(await orderMailData(tx, found.order)), hecha_at, recibe: found.pickup.recibe },
			orden_id: orderId,
		})
	})
}
