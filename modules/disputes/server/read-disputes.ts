import { and, asc, eq, inArray, min, ne, type SQL } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { StaffDispute } from '#modules/disputes/shapes.ts'
import { disputas } from '#modules/orders/payment-tables.ts'
import { ordersWaiting, type ReadWaiting } from '#modules/orders/server/waiting.ts'
import { ordenes } from '#modules/orders/tables.ts'

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

/** A fraud warning is not answered, and never ends. */
const isOpen = and(eq(disputas.estado, 'abierta'), ne(disputas.tipo, 'fraude'))

/** The SQL condition of the orders with an open chargeback, claim or mediation. */
export const withDispute = (db: Queryable): SQL =>
	inArray(ordenes.id, db.select({ id: disputas.orden_id }).from(disputas).where(isOpen))

/** The orders with an open dispute, and until when the next one may be answered. */
export const disputesWaiting: ReadWaiting = async (db) => {
	const { responder_hasta, created_at } = disputas
	const list = `${panelQuery({ seccion: 'ordenes' })}&disputa=abierta`
	const orders = await ordersWaiting(db, withDispute(db), list)
	const [first] = await db
		.select({ desde: min(created_at), hasta: min(responder_hasta) })
		.from(disputas)
		.where(isOpen)
	return [
		{
			clave: 'disputas',
			texto: 'Contracargos y reclamos abiertos',
			accion: 'Ver',
			...orders,
			desde: first?.desde?.toISOString() ?? null,
			hasta: first?.hasta?.toISOString() ?? null,
		},
	]
}
