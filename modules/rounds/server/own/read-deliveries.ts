import { desc, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { OwnDelivery } from '#modules/orders/shapes/own-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { customerDelivery, customerPickup } from '#modules/rounds/customer-delivery.ts'
import { paradas, retiros, rondas } from '#modules/rounds/tables.ts'

type ReadDelivery = (order: OrderRow) => OwnDelivery | null

const nothing = { motivo: null, sigue: null, desde: null, hasta: null, hecha_at: null, hora_at: null, codigo: null }

/** The pickup state of each order that is picked up. */
async function readOwnPickups(db: Queryable, orders: readonly OrderRow[]): Promise<ReadDelivery> {
	const ids = orders.filter(({ tipo_entrega }) => tipo_entrega === 'retiro').map(({ id }) => id)
	const rows = ids.length === 0 ? [] : await db.select().from(retiros).where(inArray(retiros.orden_id, ids))
	return (order) => {
		const pickup = customerPickup(
			order,
			rows.find((row) => row.orden_id === order.id),
		)
		if (!pickup) return null
		const { estado, hora_at, codigo, hecha_at } = pickup
		return {
			...nothing,
			estado,
			codigo,
			hora_at: hora_at?.toISOString() ?? null,
			hecha_at: hecha_at?.toISOString() ?? null,
		}
	}
}

/** The current delivery state of each order by its id; null without a delivery. */
export async function readOwnDeliveries(db: Queryable, orders: readonly OrderRow[], now: Date): Promise<ReadDelivery> {
	const pickupOf = await readOwnPickups(db, orders)
	const ids = orders.filter(({ tipo_entrega }) => tipo_entrega === 'despacho').map(({ id }) => id)
	const { orden_id, estado, llega_at, hecha_at, motivo, sigue } = paradas
	const stops =
		ids.length === 0
			? []
			: await db
					.select({ orden_id, estado, llega_at, hecha_at, motivo, sigue, ronda_estado: rondas.estado })
					.from(paradas)
					.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
					.where(inArray(orden_id, ids))
					.orderBy(desc(rondas.numero))
	return (order) => {
		if (order.tipo_entrega === 'retiro') return pickupOf(order)
		const last = stops.find((stop) => stop.orden_id === order.id)
		const delivery = customerDelivery(order, last, now)
		if (!delivery) return null
		return {
			...nothing,
			estado: delivery.estado,
			motivo: delivery.motivo,
			sigue: delivery.sigue,
			desde: delivery.ventana?.desde.toISOString() ?? null,
			hasta: delivery.ventana?.hasta.toISOString() ?? null,
			hecha_at: delivery.hecha_at?.toISOString() ?? null,
		}
	}
}
