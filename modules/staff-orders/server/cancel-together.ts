import { and, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { readOrder } from '#modules/staff-orders/server/read-order.ts'
import { setEstado } from '#modules/staff-orders/server/set-estado.ts'
import { groupOf, isNeverPaid } from '#modules/staff-orders/server/unpaid-groups.ts'
import type { OrderDetail, OrderGroup } from '#modules/staff-orders/shapes/order-detail.ts'

/** Orders cancelled per call: the rest is offered again. */
const mostAtOnce = 200

/**
 * Cancels the unpaid orders of an order's network or hour, each in its own transaction with stock, audit log and mail.
 * An order paid meanwhile stays. Returns the order's history, and the number of cancelled orders.
 */
export async function cancelTogether(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ grupo, motivo }: { readonly grupo: OrderGroup; readonly motivo: string },
): Promise<(OrderDetail & { canceladas: number }) | Failure> {
	if (!isUuid(orderId)) return fail('orden_desconocida')
	const [order] = await deps.db.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order) return fail('orden_desconocida')
	const which = groupOf(deps.db, order, grupo)
	const found = which
		? await deps.db.select({ id: ordenes.id }).from(ordenes).where(which).orderBy(ordenes.nro_orden).limit(mostAtOnce)
		: []
	let canceladas = 0
	for (const { id } of found) {
		if (await deps.db.transaction((tx) => cancelUnpaid(deps, tx, { id, actorId, motivo }))) canceladas += 1
	}
	const detail = await readOrder(deps, deps.db, orderId)
	return isFailure(detail) ? detail : { ...detail, canceladas }
}

async function cancelUnpaid(
	deps: StaffDeps,
	tx: Transaction,
	{ id, actorId, motivo }: { readonly id: string; readonly actorId: number; readonly motivo: string },
): Promise<boolean> {
	const order = await lockOrder(tx, id)
	if (!order || (await tx.$count(ordenes, and(eq(ordenes.id, id), isNeverPaid(tx)))) === 0) return false
	const refused = await setEstado(deps, tx, order, { estado: 'cancelado', actorId, why: 'cancelada', motivo })
	if (refused) return false
	if (motivo !== '')
		await writeAudit(tx, { tipo: 'orden', ref: id, usuario_id: actorId, accion: 'nota', despues: motivo })
	return true
}
