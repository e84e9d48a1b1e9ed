import { and, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { lockOrder, transitionByStaff } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { actOnOrder, makeUndoable, moveBy } from '#modules/staff-orders/server/act-on-order.ts'
import { recordOnce } from '#modules/staff-orders/server/hand-refunds.ts'
import { groupOf, isNeverPaid } from '#modules/staff-orders/server/list-orders.ts'
import { readOrder } from '#modules/staff-orders/server/read-order.ts'
import { refundAll } from '#modules/staff-orders/server/refund-order.ts'
import type { CancelRequest, OrderDetail, OrderGroup } from '#modules/staff-orders/shapes.ts'

interface Cancellation extends CancelRequest {
	readonly actorId: number
	/** The key of its refund. */
	readonly key: string
}

/**
 * Cancels an order and returns its stock; the mail has the reason. With `devolver` or `devolver_a_mano` it is refunded
 * in the same transaction, and cannot be undone; otherwise it can for a minute, and the money is owed.
 */
export async function cancelOrder(deps: StaffDeps, orderId: string, cancellation: Cancellation) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const { devolver, devolver_a_mano, motivo, actorId, key } = cancellation
		if (!devolver && !devolver_a_mano) {
			return await makeUndoable(deps, tx, order, (held) => cancel(held, tx, order, cancellation))
		}
		const failure = await cancel(deps, tx, order, cancellation)
		if (failure) return failure
		const current = (await lockOrder(tx, order.id)) ?? order
		if (devolver) {
			return await refundAll(deps, tx, current, { ...devolver, motivo: motivo || 'Orden cancelada', key, actorId })
		}
		const recorded = devolver_a_mano && (await recordOnce(deps, tx, current, { ...devolver_a_mano, key, actorId }))
		return recorded && isFailure(recorded) ? recorded : undefined
	})
}

async function cancel(
	deps: StaffDeps & { readonly undoableUntil?: Date },
	tx: Transaction,
	order: OrderRow,
	{ motivo, actorId }: Cancellation,
): Promise<Failure | undefined> {
	const isDone = order.estado === 'cancelado'
	const until = deps.undoableUntil && { undoableUntil: deps.undoableUntil }
	const to = { action: 'cancelar', estado: 'cancelado', why: 'cancelada', isDone } as const
	const failure = await moveBy(deps, tx, order, { ...to, actorId, motivo, ...until })
	if (!failure && !isDone) await auditReason(tx, order.id, actorId, motivo)
	return failure
}

/** Shows the reason of a cancellation among the notes in the order's history. */
async function auditReason(tx: Transaction, orderId: string, actorId: number, motivo: string): Promise<void> {
	if (motivo !== '') await auditOrder(tx, orderId, actorId, { accion: 'nota', despues: motivo })
}

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
		if (await deps.db.transaction((tx) => cancelUnpaid(deps, tx, id, { actorId, motivo }))) canceladas += 1
	}
	const detail = await readOrder(deps, deps.db, orderId)
	return isFailure(detail) ? detail : { ...detail, canceladas }
}

async function cancelUnpaid(
	deps: StaffDeps,
	tx: Transaction,
	id: string,
	{ actorId, motivo }: { readonly actorId: number; readonly motivo: string },
): Promise<boolean> {
	const order = await lockOrder(tx, id)
	if (!order || (await tx.$count(ordenes, and(eq(ordenes.id, id), isNeverPaid(tx)))) === 0) return false
	const refused = await transitionByStaff(deps, tx, order, { estado: 'cancelado', actorId, why: 'cancelada', motivo })
	if (refused) return false
	await auditReason(tx, id, actorId, motivo)
	return true
}
