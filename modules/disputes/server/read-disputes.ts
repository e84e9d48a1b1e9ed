import { asc, inArray } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { StaffDispute } from '#modules/disputes/shapes.ts'
import { disputas } from '#modules/orders/payment-tables.ts'

/** Reads the disputes of orders, the oldest first. */
export async function readDisputes(
	_deps: unknown,
	db: Queryable,
	orders: readonly { readonly id: string }[],
): Promise<(order: { readonly id: string }) => StaffDispute[]> {
	const { orden_id, gateway, tipo, disputa_id, pago_id, estado, responder_hasta, created_at } = disputas
	const ids = orders.map(({ id }) => id)
	const rows = await db
		.select({ orden_id, gateway, tipo, disputa_id, pago_id, estado, responder_hasta, created_at })
		.from(disputas)
		.where(inArray(orden_id, ids))
		.orderBy(asc(created_at))
	return ({ id }) =>
		rows
			.filter((row) => row.orden_id === id)
			.map(({ orden_id: _order, ...row }) => ({
				...row,
				responder_hasta: row.responder_hasta?.toISOString() ?? null,
				created_at: row.created_at.toISOString(),
			}))
}
