import { undoSeconds } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'
import { staffOrderReaders } from '#modules/order-parts.ts'
import type { StaffOrderParts } from '#modules/order-shapes.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { type LinkedProofs, type ProofLinkDeps, readProofLinks } from '#modules/orders/server/order-links.ts'
import { readOrderMoney, staffMoney } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import { readParts } from '#modules/orders/server/read-parts.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import type { StaffOrder } from '#modules/staff-orders/shapes.ts'

/** Reads orders for the panel, in the given order: a fixed number of queries. */
export async function describeOrders(
	deps: ProofLinkDeps,
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<StaffOrder[]> {
	const ids = orders.map(({ id }) => id)
	if (ids.length === 0) return []
	const linesOf = await readLines(db, ids)
	const proofsOf = await readProofLinks(deps, db, ids)
	const partsOf = await readParts(staffOrderReaders, deps, db, orders)
	const moneyOf = await readOrderMoney(db, ids)
	return orders.map((order) => ({
		...toStaffOrder(order, linesOf(order.id), proofsOf(order)),
		deshacer_hasta: undoUntil(order, deps.clock.now())?.toISOString() ?? null,
		...staffMoney(moneyOf(order.id)),
		...partsOf(order),
	}))
}

function toStaffOrder(
	order: OrderRow,
	carrito: StaffOrder['carrito'],
	{ comprobantes, comprobantes_descarga, refused }: LinkedProofs,
): Omit<StaffOrder, keyof StaffOrderParts | 'deshacer_hasta' | 'dinero' | 'devuelto' | 'por_devolver'> {
	const { id, nro_orden, estado, total, metodo_pago, user, direccion, version, atencion } = order
	const { nombre, email, telefono, tipo_entrega } = order
	return {
		id,
		nro_orden,
		estado,
		total,
		metodo_pago,
		user,
		direccion,
		version,
		atencion,
		nombre,
		email: readableEmail(email),
		telefono,
		tipo_entrega,
		created_at: order.created_at.toISOString(),
		pagada_at: order.pagada_at?.toISOString() ?? null,
		carrito,
		comprobantes,
		comprobantes_descarga,
		comprobantes_rechazados: [...refused],
	}
}

export async function describeOrder(deps: ProofLinkDeps, db: Queryable, order: OrderRow): Promise<StaffOrder> {
	const [described] = await describeOrders(deps, db, [order])
	if (!described) throw new Error('an order was not described')
	return described
}

/** Until when the last change by staff can be undone; null when it cannot. */
export function undoUntil({ deshacer, version, email }: OrderRow, now: Date): Date | null {
	if (!deshacer || deshacer.deshecha || deshacer.version !== version || isAnonymized({ email })) return null
	const until = new Date(Date.parse(deshacer.hecha_at) + undoSeconds * 1_000)
	return until > now ? until : null
}
