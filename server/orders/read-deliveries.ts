import { desc, eq, inArray } from 'drizzle-orm'
import type { OwnDelivery } from '#contract/orders/own-order.ts'
import { customerDelivery } from '#domain/rounds/customer-delivery.ts'
import type { Queryable } from '#server/db/database.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import { paradas, rondas } from '#server/db/tables/rounds.ts'

/** How the delivery of each of these orders stands now, by its id; null where there is none. */
export async function readOwnDeliveries(
	db: Queryable,
	orders: readonly OrderRow[],
	now: Date,
): Promise<(order: OrderRow) => OwnDelivery | null> {
	const ids = orders.filter(({ tipo_entrega }) => tipo_entrega === 'despacho').map(({ id }) => id)
	const { orden_id, estado, llega_at, hecha_at, motivo } = paradas
	const stops =
		ids.length === 0
			? []
			: await db
					.select({ orden_id, estado, llega_at, hecha_at, motivo, ronda_estado: rondas.estado })
					.from(paradas)
					.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
					.where(inArray(orden_id, ids))
					.orderBy(desc(rondas.numero))
	return (order) => {
		const last = stops.find((stop) => stop.orden_id === order.id)
		const delivery = customerDelivery(order, last, now)
		if (!delivery) return null
		return {
			...{ estado: delivery.estado, motivo: delivery.motivo },
			desde: delivery.ventana?.desde.toISOString() ?? null,
			hasta: delivery.ventana?.hasta.toISOString() ?? null,
			hecha_at: delivery.hecha_at?.toISOString() ?? null,
		}
	}
}
