import { cashToCollect } from '#domain/orders/handover.ts'
import { windowAround } from '#domain/rounds/arrivals.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import { orderMailData } from '#server/orders/order-mails.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Tells a customer that the car is on its way, and in which hour it comes; `isChange`: another hour than was told before. */
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
			...{ desde: desde.toISOString(), hasta: hasta.toISOString(), cambio: isChange, por_cobrar: cashToCollect(order) },
		},
		orden_id: order.id,
	})
}
