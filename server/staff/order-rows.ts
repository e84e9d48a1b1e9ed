import { asc, inArray } from 'drizzle-orm'
import type { StaffOrder } from '#contract/staff/orders.ts'
import type { Queryable } from '#server/db/database.ts'
import { comprobantes } from '#server/db/tables/payments.ts'
import type { OrderRow } from '#server/orders/move-order.ts'
import { readLines } from '#server/orders/read-lines.ts'
import { proofLink } from '#server/payments/proof-links.ts'

type LinkDeps = Parameters<typeof proofLink>[0]

/** Orders as the panel shows them, in the order given: two queries, however many there are. */
export async function describeOrders(
	deps: LinkDeps,
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<StaffOrder[]> {
	const ids = orders.map(({ id }) => id)
	if (ids.length === 0) return []
	const linesOf = await readLines(db, ids)
	const proofs = await db
		.select({ id: comprobantes.id, orden_id: comprobantes.orden_id })
		.from(comprobantes)
		.where(inArray(comprobantes.orden_id, ids))
		.orderBy(asc(comprobantes.created_at), asc(comprobantes.id))
	const proofsOf = Map.groupBy(proofs, ({ orden_id }) => orden_id)
	return orders.map((order) => toStaffOrder(deps, order, linesOf(order.id), proofsOf.get(order.id) ?? []))
}

function toStaffOrder(
	deps: LinkDeps,
	order: OrderRow,
	carrito: StaffOrder['carrito'],
	proofs: readonly { id: string }[],
): StaffOrder {
	const { id, nro_orden, estado, total, metodo_pago, user, direccion, version, atencion } = order
	const { nombre, email, telefono, tipo_entrega } = order
	return {
		...{ id, nro_orden, estado, total, metodo_pago, user, direccion, version, atencion },
		...{ nombre, email, telefono, tipo_entrega },
		created_at: order.created_at.toISOString(),
		pagada_at: order.pagada_at?.toISOString() ?? null,
		carrito,
		comprobantes: proofs.map((_, at) => `orden-${nro_orden}-comprobante-${at + 1}.webp`),
		comprobantes_descarga: proofs.map((proof) => proofLink(deps, proof.id)),
	}
}

/** One order as the panel shows it. */
export async function describeOrder(deps: LinkDeps, db: Queryable, order: OrderRow): Promise<StaffOrder> {
	const [described] = await describeOrders(deps, db, [order])
	if (!described) throw new Error('an order was not described')
	return described
}
